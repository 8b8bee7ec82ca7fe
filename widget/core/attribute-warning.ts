/** Writes the warning about a property of the element that a framework has set as an attribute. */
export function warnOfAttribute(tag: string, property: string): void {
  console.warn(
    `<${tag}>: the attribute ${property.toLowerCase()} has no effect. Set the property ${property}: in Vue by .${property}, in React 18 by a ref.`,
  );
}
