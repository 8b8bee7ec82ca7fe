/** Mounts the appointments element with a fake server in the page. */
import '../../widget/appointments/appointments.ts';
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import type { Appointments } from '../../widget/appointments/appointments.ts';
import { AppointmentsServer } from './appointments-server.ts';
import { until } from './assert.ts';

export interface Mounted {
  element: Appointments;
  server: AppointmentsServer;
  received: { type: string; detail: unknown }[];
  root: DocumentFragment;
  /** The text of the first match, white-space aside. */
  words(selector?: string): string;
  button(text: string): HTMLElement | undefined;
  press(text: string): Promise<void>;
  focused(): Element | null;
  leave(): void;
}

export async function mount(...known: AppointmentView[]): Promise<Mounted> {
  const server = new AppointmentsServer(known);
  const element = document.createElement('dx-appointments');
  const received: Mounted['received'] = [];
  for (const type of ['dx-canceled', 'dx-rescheduled', 'dx-error'])
    element.addEventListener(type, (event) => received.push({ type, detail: (event as CustomEvent).detail }));
  element.setAttribute('server', server.base);
  element.setAttribute('subject-token', 'user-1');
  document.body.append(element);
  await until(() => element.shadowRoot?.querySelector('h2'), 'the list');
  const root = element.shadowRoot ?? document.createDocumentFragment();
  const button = (text: string) =>
    [...root.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.includes(text));
  return {
    element,
    server,
    received,
    root,
    button,
    words: (selector = '.frame') =>
      (root.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    async press(text) {
      const found = await until(() => button(text), `button ${text}`);
      found.click();
      await element.updateComplete;
    },
    focused: () => element.shadowRoot?.activeElement ?? null,
    leave() {
      element.remove();
      server.stop();
    },
  };
}
