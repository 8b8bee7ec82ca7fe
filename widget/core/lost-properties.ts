/** Finds properties that a framework set as attributes, because it did not know the element yet. */
const warned = new WeakSet<Element>();

/**
 * Writes one warning on the console for each property of `element` that is an attribute of the same name instead, such
 * as `getsubjecttoken` with the text of a function. Such text has no effect. Warns once per element.
 */
export function warnOfLostProperties(element: Element, properties: Iterable<string>): void {
  if (warned.has(element)) return;
  warned.add(element);
  const { observedAttributes } = element.constructor as { observedAttributes?: string[] };
  for (const property of properties) {
    const name = property.toLowerCase();
    if (element.hasAttribute(name) && observedAttributes?.includes(name) !== true)
      console.warn(
        `<${element.localName}>: the attribute ${name} has no effect. Set the property ${property}: in Vue by .${property}, in React 18 by a ref.`,
      );
  }
}
