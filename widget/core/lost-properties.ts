/** Finds properties that a framework set as attributes, because it did not know the element yet. */
const checked = new WeakSet<Element>();

/**
 * Writes one warning on the console for each property of `element` that is an attribute of the same name instead, such
 * as `getsubjecttoken` with the text of a function. Such text has no effect. Checks each element once. The words load
 * only if there is something to say.
 */
export function checkForLostProperties(element: Element, properties: Iterable<string>): void {
  if (checked.has(element)) return;
  checked.add(element);
  const { observedAttributes } = element.constructor as { observedAttributes?: string[] };
  for (const property of properties) {
    const name = property.toLowerCase();
    if (element.hasAttribute(name) && observedAttributes?.includes(name) !== true)
      import('./lost-property.ts').then(
        ({ warnOfLostProperty }) => warnOfLostProperty(element.localName, property),
        () => {},
      );
  }
}
