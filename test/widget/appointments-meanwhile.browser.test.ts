/** What the clinic or the lab changes while the customer has something open. */
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { type Mounted, mount } from './appointments-mounted.ts';
import { json, problem } from './appointments-server.ts';
import { assert, atRest, equal, until } from './assert.ts';
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

const working = { poll_after_ms: 300 };

/** An appointment after the customer's cancellation. */
const canceled = (one: AppointmentView): AppointmentView => ({
  ...one,
  status: 'canceled',
  canceled: { by: 'customer', of: 'appointment', at: null, refund: { default: 'All of it.' } },
  actions: [],
  change: cancellation('done'),
});

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
      here.server.becomes(canceled(one));
      await until(() => here.focused()?.id === 'said', 'the outcome');
      equal(here.received, [{ type: 'dx-canceled', detail: { appointment_id: one.appointment_id } }]);
    });
});

describe('The outcome of a cancellation that is still being sent', () => {
  const go = () => here.root.querySelector<HTMLElement>('.ask .go');
  const reason = () => here.root.querySelector('textarea');
  const buttonAt = ({ appointment_id: id }: AppointmentView) =>
    here.root.querySelector<HTMLElement>(`[aria-labelledby="name-${id}"] [data-action="cancel"]`);

  /** Two appointments, and the cancellation of the first one under way. */
  async function sending(): Promise<[first: AppointmentView, second: AppointmentView]> {
    const [first, second] = [appointment(), appointment({ test_type: 'VO2' })];
    await show(first, second);
    here.server.answers.set('POST /cancel', () =>
      here.server.becomes({ ...first, working, change: cancellation('sending') }),
    );
    buttonAt(first)?.click();
    await until(() => here.focused()?.id === 'ask', 'the question');
    go()?.focus();
    go()?.click();
    await until(() => here.words('.note').includes('Saving your change'), 'the cancellation under way');
    return [first, second];
  }

  /** The question about the other appointment, with a reason half typed. */
  async function askAbout(second: AppointmentView): Promise<void> {
    buttonAt(second)?.click();
    await until(() => here.focused()?.id === 'ask', 'the other question');
    reason()?.focus();
    document.execCommand('insertText', false, 'Moved aw');
  }

  it('leaves the question about another appointment as it is', async () => {
    const [first, second] = await sending();
    await askAbout(second);
    here.server.becomes(canceled(first));
    await until(() => here.words('#said').includes('You canceled'), 'the outcome');
    await here.element.updateComplete;
    equal([reason()?.value, here.focused() === reason()], ['Moved aw', true]);
    assert(here.words('[aria-live]').includes('You canceled your appointment'), here.words('[aria-live]'));
    equal(here.received, [{ type: 'dx-canceled', detail: { appointment_id: first.appointment_id } }]);
  });

  it('asks for a consent when the question about another appointment is closed', async () => {
    const [first, second] = await sending();
    await askAbout(second);
    here.server.becomes({ ...first, change: cancellation('warned') });
    const before = here.server.made(`/${first.appointment_id}`).length;
    await until(() => here.server.made(`/${first.appointment_id}`).length > before, 'a poll');
    await atRest(() => here.server.calls.length);
    equal([reason()?.value, here.focused() === reason()], ['Moved aw', true]);
    await here.press('Keep appointment');
    await until(() => here.button('Cancel anyway'), 'the warning');
    assert(buttonAt(first)?.closest('article')?.contains(go()), 'at its own appointment');
  });

  it('leaves the focus in another part of the page', async () => {
    const [first] = await sending();
    const chat = document.body.appendChild(document.createElement('input'));
    try {
      chat.focus();
      here.server.becomes(canceled(first));
      await until(() => here.words('#said').includes('You canceled'), 'the outcome');
      await here.element.updateComplete;
      assert(document.activeElement === chat, 'still there');
      assert(here.words('[aria-live]').includes('You canceled your appointment'), 'announced');
    } finally {
      chat.remove();
    }
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

describe('One read', () => {
  it('with the changes of two appointments announces both', async () => {
    const [first, second] = [appointment(), appointment({ test_type: 'VO2' })];
    await show(first, second);
    here.server.becomes(canceledByClinic(first));
    here.server.becomes({ ...second, scheduled_for: '2026-12-24T15:30:00.000Z' });
    comeBack();
    const live = () => here.words('[aria-live]');
    await until(() => live().includes('Thursday, December'), 'the new time');
    assert(live().includes('The testing center canceled your appointment'), live());
  });

  it('without the open appointment closes its panel, and its card is closed when it is there again', async () => {
    const [first, second] = [appointment(), appointment({ test_type: 'VO2' })];
    await show(first, second);
    for (const action of ['Change time', 'Cancel appointment']) {
      await here.press(action);
      await until(() => here.focused()?.id === 'ask', action);
      here.server.appointments = [second];
      comeBack();
      await until(() => here.focused()?.id === 'ahead', 'focus on the heading of the list');
      here.server.appointments = [first, second];
      comeBack();
      await until(() => here.root.querySelectorAll('article').length === 2, 'both');
      equal(here.root.querySelector('#ask'), null);
    }
  });
});

describe('The results of earlier tests', () => {
  it('never hold up the newest ones, and open nothing again when they come', async () => {
    const [now, before] = [withResults(), withResults({ scheduled_for: '2026-03-03T15:00:00.000Z' })];
    await show(now, before, appointment());
    const fat = (value: number) =>
      json(viewOfResults({ items: [{ measures: [{ name: 'Body fat', value, unit: '%' }] }] }));
    const { promise: late, resolve: respond } = Promise.withResolvers<Response>();
    here.server.answers.set('GET /results', ({ path }) =>
      path.includes(now.appointment_id) ? fat(18.6) : late,
    );
    await here.press('See results');
    await until(() => here.root.querySelector('dx-appointment-results'), 'the results');
    await here.press('Back');
    await here.press('Cancel appointment');
    await until(() => here.root.querySelector('.ask textarea'), 'the question');
    respond(fat(21.2));
    await atRest(() => here.server.calls.length);
    await here.element.updateComplete;
    assert(here.root.querySelector('.ask textarea'), 'still the question');
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
