/** Operates the controls of a step like a customer, and collects its events. */

import { nextTask } from '../assert.ts';
import type { State } from './state.ts';
import { type Step, stage } from './step-harness.ts';

export interface ReceivedEvent {
  type: string;
  detail: unknown;
}
const kinds = [
  'dx-answer',
  'dx-draft',
  'dx-revisit',
  'dx-retry',
  'dx-start-over',
  'dx-payment',
  'dx-book-again',
  'dx-save',
];

let floor: HTMLElement | null = null;

/** A step on an otherwise empty page. */
export async function at(state: State): Promise<{ step: Step; received: ReceivedEvent[] }> {
  floor?.remove();
  floor = document.createElement('main');
  document.body.append(floor);
  const received: ReceivedEvent[] = [];
  for (const type of kinds) {
    floor.addEventListener(type, (event) => {
      received.push({ type, detail: (event as CustomEvent).detail });
      // Stay on the page of the test.
      event.preventDefault();
    });
  }
  return { step: await stage(state, floor), received };
}

export function lastOf(received: readonly ReceivedEvent[], type: string): unknown {
  return received.findLast((event) => event.type === type)?.detail;
}

export function all<E extends Element = HTMLElement>(step: Step, selector: string): E[] {
  return [...(step.shadowRoot?.querySelectorAll<E>(selector) ?? [])];
}

export function one<E extends Element = HTMLElement>(step: Step, selector: string): E {
  const [found] = all<E>(step, selector);
  if (found === undefined) throw new Error(`no ${selector} in ${step.localName}`);
  return found;
}

export function byId<E extends HTMLElement = HTMLInputElement>(step: Step, id: string): E {
  const found = step.shadowRoot?.getElementById(id);
  if (!found) throw new Error(`no #${id} in ${step.localName}`);
  return found as E;
}

/** The text a button or a label carries, white-space aside. */
export const words = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The name that a control has besides its text, white-space aside. */
export const label = (element: Element): string | undefined =>
  element.getAttribute('aria-label')?.replace(/\s+/g, ' ');

export async function press(step: Step, text: string | RegExp): Promise<void> {
  const found = all(step, 'button').find((button) => {
    // As rendered: a button that can wait also holds the words of its other state.
    const name = label(button) ?? button.innerText.replace(/\s+/g, ' ').trim();
    return typeof text === 'string' ? name.startsWith(text) : text.test(name);
  });
  if (found === undefined) throw new Error(`no button ${text} in ${step.localName}`);
  found.click();
  await settled(step);
}

export async function write(step: Step, id: string, text: string): Promise<void> {
  const input = byId(step, id);
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settled(step);
}

export async function leave(step: Step, id: string): Promise<void> {
  const input = byId(step, id);
  input.dispatchEvent(new FocusEvent('blur'));
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await settled(step);
}

export async function tick(step: Step, id: string): Promise<void> {
  byId(step, id).click();
  await settled(step);
}

export async function submit(step: Step): Promise<void> {
  one<HTMLFormElement>(step, 'form').requestSubmit();
  await settled(step);
}

export async function settled(step: Step): Promise<void> {
  await step.updateComplete;
  await nextTask();
  await step.updateComplete;
}

export function focused(step: Step): Element | null {
  return step.shadowRoot?.activeElement ?? null;
}
