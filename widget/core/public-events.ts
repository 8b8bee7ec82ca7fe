/**
 * Fires the events that an element has for the partner's page: opaque ids, names of steps and codes; never what a user
 * typed.
 */

/** Fires an event from `target`. @returns false when it is cancelable and the page prevented what would follow */
export type Emit<Details> = <Name extends keyof Details & string>(
  target: Element,
  type: Name,
  detail: Details[Name],
  cancelable?: boolean,
) => boolean;

/**
 * Fires an event that bubbles and leaves shadow roots. Each element's module narrows this to its own events.
 * @returns false if the page prevented it
 */
export const emit = (target: Element, type: string, detail: unknown, cancelable = false): boolean =>
  target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
