/** Warns of attributes of an element that have no effect. Loaded only if there may be one. */
import type { LitElement } from 'lit';
import type { SharedProperties } from './public-types.ts';

/**
 * Writes one warning on the console for each attribute that is nearly one of the element, or has the name of a property of it,
 * such as `getsubjecttoken` with the text of a function, and for an idle timeout that is no number. Others are not the
 * element's: a framework or a test may have set them.
 */
export function warnOfAttributes(element: Element & SharedProperties): void {
  if (Number.isNaN(element.idleTimeout)) warn(element, 'idle-timeout', 'Write a number of seconds.');
  const { observedAttributes, elementProperties } = element.constructor as typeof LitElement;
  const properties = [...elementProperties.keys()].map(String);
  for (const name of element.getAttributeNames()) {
    if (observedAttributes.includes(name)) continue;
    const property = properties.find((each) => each.toLowerCase() === lettersOf(name));
    const attribute = property?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const near = observedAttributes.find((each) =>
      attribute === undefined ? isNear(name, each) : each === attribute,
    );
    if (near !== undefined) warn(element, name, `Write ${near}.`);
    else if (property !== undefined)
      warn(element, name, `Set the property ${property}: in Vue by .${property}, in React 18 by a ref.`);
  }
}

const warn = (element: Element, name: string, advice: string) =>
  console.warn(`<${element.localName}>: the attribute ${name} has no effect. ${advice}`);

const lettersOf = (name: string) => name.replaceAll(/\W|_/g, '');

/** Whether a name differs in hyphens, at its end, or in one character: added, left out or another. */
function isNear(name: string, known: string): boolean {
  const [one, other] = [lettersOf(name), lettersOf(known)];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 3 || long.length - short.length > 4) return false;
  if (long.startsWith(short)) return true;
  const at = [...short].findIndex((letter, index) => letter !== long[index]);
  const rest = long.slice(at + 1);
  return rest === short.slice(at) || rest === short.slice(at + 1);
}
