/**
 * A handoff element on the page, a stand-in server behind it and a stand-in hosted page of another origin in its
 * frame.
 */
import { live } from './live-listeners.ts';
import '../../widget/handoff/handoff-element.ts';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { HandoffElement } from '../../widget/handoff/handoff-element.ts';
import { equal, nextTask, until } from './assert.ts';
import { asked, opened } from './gallery/handoff.ts';
import { PartnerServer } from './partner-server.ts';

export { appointmentAt, asked, hosted, pageUrl } from './gallery/handoff.ts';

const uncaught: unknown[] = [];
addEventListener('error', (event) => uncaught.push(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => uncaught.push(event.reason));

/** Where the page would have gone. */
export const left: string[] = [];
interface Navigating extends Event {
  destination: { url: string };
}
const { navigation } = globalThis as unknown as { navigation: EventTarget };
navigation.addEventListener('navigate', (event) => {
  event.preventDefault();
  left.push((event as Navigating).destination.url);
});

export interface ReceivedEvent {
  type: string;
  detail: { step?: string; code?: string };
}
export const receivedEvents: ReceivedEvent[] = [];
for (const type of ['dx-handoff-step', 'dx-handoff-complete', 'dx-error'])
  addEventListener(type, (event) => receivedEvents.push({ type, detail: (event as CustomEvent).detail }));
export const steps = () => receivedEvents.flatMap(({ detail }) => detail.step ?? []);
export const codes = () => receivedEvents.flatMap(({ detail }) => detail.code ?? []);

let current = new PartnerServer();
let before = 0;
export const server = () => current;
export function answers(view: Partial<HandoffView>): void {
  Object.assign(current, { view: { ...opened, ...view } });
}

export function begin(): void {
  current = new PartnerServer().start();
  answers({});
  for (const list of [uncaught, left, receivedEvents]) list.length = 0;
  before = live();
}

/** Leaves an empty page, on which nothing went wrong unseen and nobody listens any more. */
export async function end(): Promise<void> {
  for (const element of document.querySelectorAll('dx-handoff')) element.remove();
  await nextTask();
  current.stop();
  equal(uncaught.map(String), [], 'uncaught errors');
  equal(live(), before, 'listeners left');
}

export function make(attributes: Record<string, string> = {}): HandoffElement {
  const element = document.createElement('dx-handoff');
  const all = { server: current.base, 'subject-token': 'user-1', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  element.handoff = asked;
  return element;
}

export function put(attributes: Record<string, string> = {}): HandoffElement {
  const element = make(attributes);
  document.body.append(element);
  return element;
}

export const inside = <E extends HTMLElement>(element: Element, selector: string) =>
  element.shadowRoot?.querySelector<E>(selector) ?? null;
export const frameOf = (element: Element) => inside<HTMLIFrameElement>(element, 'iframe');
export const panelOf = (element: Element) => inside(element, 'h2')?.textContent ?? null;
export const isShown = (element: Element) =>
  frameOf(element)?.checkVisibility({ visibilityProperty: true }) === true;

export async function ready(attributes: Record<string, string> = {}): Promise<HandoffElement> {
  const element = put(attributes);
  await until(() => isShown(element), 'the frame');
  return element;
}

const here = new Set<unknown>();
addEventListener('message', ({ data, source }) => void (data === 'here' && here.add(source)));

/** The hosted page says this; resolves when the page has received it. */
export async function say(element: Element, data: unknown): Promise<void> {
  const window = frameOf(element)?.contentWindow;
  await until(() => here.has(window), 'the hosted page');
  await new Promise<void>((done) => {
    const received = (event: MessageEvent) => {
      if (event.source !== window) return;
      removeEventListener('message', received, true);
      done();
    };
    // Before the element, which may remove the frame: WebKit then forgets the source.
    addEventListener('message', received, true);
    window?.postMessage(data, '*');
  });
  await nextTask();
}
export const message = (name: string, payload: object = {}) => ({ type: `service.embed.${name}`, payload });
