/** Writes the warning about a property of the element that the page has set as an attribute of the same name. */
export function warnOfAttribute(element: Element, property: string): void {
  const { observedAttributes = [] } = element.constructor as { observedAttributes?: string[] };
  const attribute = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const advice = observedAttributes.includes(attribute)
    ? `Write ${attribute}.`
    : `Set the property ${property}: in Vue by .${property}, in React 18 by a ref.`;
  console.warn(`<${element.localName}>: the attribute ${property.toLowerCase()} has no effect. ${advice}`);
}
