/**
 * Creates an element with properties and children, for drawing without a framework.
 * @param properties of the element, such as `className`; a name that is only an attribute has no effect
 */
export function node<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: object,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
