/** What the clinic or the lab changes while the customer has something open. */
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { type Mounted, mount } from './appointments-mounted.ts';
import { json, problem } from './appointments-server.ts';
import { assert, equal, until } from './assert.ts';
import {
  appointment,
  canceledByClinic,
  cancellation,
  viewOfResults,
  withResults,
} from './gallery/appointments.ts';

let here: Mounted;
const show = async (...known: AppointmentView[]) => {
  here = await mount(...known);
};
afterEach(() => here.leave());

/** The page is shown again, and reads what has changed. */
const comeBack = () => (here.element as unknown as { refreshView(): void }).refreshView();

describe('The question before a cancellation', () => {
  it('closes when the clinic canceled before the press, and says so', async () => {
    const one = appointment();
    await show(one);
    await here.press('Cancel appointment');
    await until(() => here.focused()?.id === 'ask', 'focus on the question');
    here.server.becomes(canceledByClinic(one));
    here.server.answers.set('POST /cancel', () => problem(409, 'not_offered'));
    here.root.querySelector<HTMLElement>('.ask .go')?.focus();
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.root.querySelector('#ask') === null, 'the end of the question');
    await until(() => here.focused()?.id === `name-${one.appointment_id}`, 'focus on the card');
    assert(here.words('[aria-live]').includes('The testing center canceled your appointment'), here.words());
    equal(here.received, []);
  });

  it('asks anew when the clinic moves the appointment after the warning', async () => {
    const one = appointment();
    await show(one);
    here.server.answers.set('POST /cancel', () =>
      here.server.becomes({ ...one, change: cancellation('warned') }),
    );
    await here.press('Cancel appointment');
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.button('Cancel anyway'), 'the warning');
    here.server.becomes({ ...one, scheduled_for: '2026-12-24T15:30:00.000Z' });
    comeBack();
    await until(() => here.words('.ask').includes('can’t undo this'), 'the question');
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.server.made('/cancel').length === 2, 'the request');
    equal(here.server.made('/cancel')[1]?.body, {});
  });
});

describe('A read from before a cancellation', () => {
  const working = { poll_after_ms: 300 };
  const after = (one: AppointmentView): AppointmentView => ({
    ...one,
    status: 'canceled',
    canceled: { by: 'customer', of: 'appointment', at: null, refund: { default: 'All of it.' } },
    actions: [],
    change: cancellation('done'),
  });
  /** What the page reads before the cancellation, and which of its requests that is. */
  const reads: Record<string, [route: string, body: (one: AppointmentView) => object, read: () => void]> = {
    'list of the page that is shown again': [
      'GET /',
      (one) => ({ appointments: [one], ...here.server.partner }),
      comeBack,
    ],
    'appointment that the live stream names': [
      'GET /one',
      (one) => one,
      () =>
        here.server.tell('change', {
          kind: 'appointment',
          ref: here.server.appointments[0]?.appointment_id,
        }),
    ],
  };
  for (const [what, [route, body, read]] of Object.entries(reads))
    it(`does not undo it on the page: the ${what}`, async () => {
      const one = appointment();
      await show(one);
      await here.press('Cancel appointment');
      const { promise: early, resolve: respond } = Promise.withResolvers<Response>();
      const asked = here.server.calls.length;
      here.server.answers.set(route, () => early);
      read();
      await until(() => here.server.calls.length > asked, 'the read');
      here.server.answers.delete(route);
      here.server.answers.set('POST /cancel', () =>
        here.server.becomes({ ...one, working, change: cancellation('sending') }),
      );
      here.root.querySelector<HTMLElement>('.ask .go')?.click();
      await until(() => here.words('.note').includes('Saving your change'), 'the cancellation under way');
      respond(json(body(one)));
      await until(() => here.server.calls.length > asked + 2, 'a newer read');
      equal(here.root.querySelector('.ask .go')?.getAttribute('aria-disabled'), 'true');
      here.server.becomes(after(one));
      await until(() => here.focused()?.id === 'said', 'the outcome');
      equal(here.received, [{ type: 'dx-canceled', detail: { appointment_id: one.appointment_id } }]);
    });
});

describe('The choice of another time', () => {
  it('closes when the clinic cancels meanwhile, and the card says so', async () => {
    const one = appointment();
    await show(one);
    await here.press('Change time');
    await until(() => here.focused()?.id === 'ask', 'the calendar');
    here.server.becomes(canceledByClinic(one));
    comeBack();
    await until(() => here.root.querySelector('dx-appointment-move') === null, 'the list');
    await until(() => here.focused()?.id === `name-${one.appointment_id}`, 'focus on the card');
    assert(here.words('article').includes('The testing center canceled your appointment'), here.words());
  });
});

describe('Results on show', () => {
  const fat = (value: number) =>
    json(viewOfResults({ items: [{ measures: [{ name: 'Body fat', value, unit: '%' }] }] }));

  async function open(): Promise<Element> {
    await show(withResults());
    here.server.answers.set('GET /results', () => fat(21.2));
    await here.press('See results');
    const panel = await until(() => here.root.querySelector('dx-appointment-results'), 'the results');
    await panel.updateComplete;
    return panel;
  }

  it('are read again when the page is shown again, and say that they were corrected', async () => {
    const panel = await open();
    comeBack();
    await until(() => here.server.made('/results').length === 2, 'the same results');
    equal(here.root.querySelector('.screen > .note'), null);
    here.server.answers.set('GET /results', () => fat(18.6));
    comeBack();
    await until(() => panel.shadowRoot?.textContent?.includes('18.6'), 'the corrected value');
    assert(!panel.shadowRoot?.textContent?.includes('21.2'), 'not the earlier one');
    assert(here.words('.screen > .note').startsWith('Your results changed'), here.words('.screen'));
    assert(here.words('[aria-live]').startsWith('Your results changed'), here.words('[aria-live]'));
  });

  it('are read again when the live stream names their appointment, or may have missed a change', async () => {
    const panel = await open();
    const ref = here.server.appointments[0]?.appointment_id;
    here.server.answers.set('GET /results', () => fat(18.6));
    here.server.tell('change', { kind: 'appointment', ref });
    await until(() => panel.shadowRoot?.textContent?.includes('18.6'), 'the first correction');
    here.server.answers.set('GET /results', () => fat(18.4));
    here.server.tell('reread');
    await until(() => panel.shadowRoot?.textContent?.includes('18.4'), 'the second correction');
  });
});
