/** Defines an element once: a page that loads the widget twice, or in two versions, keeps the first. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
