/** Mounts a booking element with a fake server in the page. */
import '../../widget/journey/booking.ts';
import type { Booking } from '../../widget/journey/booking.ts';
import { equal, nextTask, until } from './assert.ts';
import { PartnerServer } from './partner-server.ts';

const uncaught: unknown[] = [];
addEventListener('error', (event) => uncaught.push(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => uncaught.push(event.reason));

export const server = () => current;
let current = new PartnerServer();

export function begin(): void {
  current = new PartnerServer().start();
  uncaught.length = 0;
}

/** Empties the page, and fails if an error was not shown. */
export async function end(): Promise<void> {
  for (const element of document.querySelectorAll('dx-booking')) element.remove();
  await nextTask();
  current.stop();
  equal(uncaught.map(String), [], 'uncaught errors');
}

/** @param before runs before the element is on the page */
export function put(
  attributes: Record<string, string> = {},
  before: (element: HTMLElement) => void = () => {},
): Booking {
  const element = document.createElement('dx-booking');
  const all = { server: current.base, 'subject-token': 'user-1', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  before(element);
  document.body.append(element);
  return element;
}

export const inside = (element: Booking, selector: string) =>
  element.shadowRoot?.querySelector<HTMLElement>(selector);

export const step = (element: Booking, name: string) =>
  until(() => inside(element, `dx-${name}-step`), `step ${name}`);

export const answer = (from: Element, detail: unknown) =>
  from.dispatchEvent(new CustomEvent('dx-answer', { detail, bubbles: true }));

export const type = (into: Element, detail: object) =>
  into.dispatchEvent(new CustomEvent('dx-draft', { detail, bubbles: true }));

export function received(name: string): CustomEvent[] {
  const events: CustomEvent[] = [];
  addEventListener(name, (event) => events.push(event as CustomEvent));
  return events;
}
