/** Defines an element once: a page may load the widget twice, or in two versions, and keeps the first. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
