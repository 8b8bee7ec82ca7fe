/** The actions on an appointment: cancel, ask for another time, check in, fetch forms. */
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { accessible } from './accessible.ts';
import { type Mounted, mount } from './appointments-mounted.ts';
import { json, problem } from './appointments-server.ts';
import { assert, equal, until } from './assert.ts';
import { appointment, cancellation, requested } from './gallery/appointments.ts';

let here: Mounted;
const show = async (...known: AppointmentView[]) => {
  here = await mount(...known);
};
afterEach(() => here.leave());

describe('The calendar file', () => {
  it('is offered for a confirmed time only, and has a title without the test', async () => {
    const one = appointment();
    await show({ ...one, status: 'requested', scheduled_for: null });
    equal(here.button('Add to calendar'), undefined);
    here.leave();
    await show(one);
    const file = new Blob(['BEGIN:VCALENDAR'], { type: 'text/calendar' });
    here.server.answers.set('POST /calendar', () => new Response(file));
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.download);
    };
    try {
      await here.press('Add to calendar');
      await until(() => saved.length === 1, 'the file');
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    equal(saved, ['appointment.ics']);
    equal(
      here.server.made('/calendar').map(({ method, body }) => [method, body]),
      [
        [
          'POST',
          {
            title: 'Testing center appointment',
            text: 'Reference: ORD-20417\nQuestions? Call (555) 010-0142',
          },
        ],
      ],
    );
    await until(() => here.button('Add to calendar')?.getAttribute('aria-busy') === 'false', 'the button');
  });
});

describe('A request that is not confirmed', () => {
  it('says when the time can be changed, because nothing changes it yet', async () => {
    await show(requested());
    equal(here.button('Change time'), undefined);
    assert(
      here.words('.elsewhere').startsWith('You can change the time as soon as one is confirmed.'),
      'when',
    );
  });
});

describe('Where another time is asked for elsewhere', () => {
  it('says so on the card and offers no other time', async () => {
    await show({ ...appointment(), actions: ['cancel'], reschedule_elsewhere: true });
    equal(here.button('Change time'), undefined);
    assert(here.words('.elsewhere').includes('contact the company you booked with'), 'where to ask');
    await accessible(here.element);
  });
});

describe('A cancellation or a change by the next user of the page', () => {
  const send = {
    cancel: async () => {
      await here.press('Cancel appointment');
      here.root.querySelector<HTMLElement>('.ask .go')?.click();
    },
    reschedule: async () => {
      await here.press('Change time');
      const panel = await until(() => here.root.querySelector('dx-appointment-move'), 'the calendar');
      await panel.updateComplete;
      panel.shadowRoot?.querySelector<HTMLElement>('.time')?.click();
      await panel.updateComplete;
      panel.shadowRoot?.querySelector('form')?.requestSubmit();
    },
  };
  for (const [action, press] of Object.entries(send))
    it(`${action}: nothing is sent, and the list is read again as that user`, async () => {
      await show(appointment());
      Object.assign(here.element, { getSubjectToken: async () => 'user-2' });
      const before = here.server.made('GET /appointments').length;
      await press();
      await until(() => here.server.made('GET /appointments').length > before, 'the list of the next user');
      equal(here.server.made(`/${action}`), []);
    });
});

describe('Cancelling', () => {
  it('asks once, explains the consequence, and keeps the appointment by default [APT-43]', async () => {
    await show(appointment());
    await here.press('Cancel appointment');
    await until(() => here.focused()?.id === 'ask', 'focus on the question');
    assert(here.words('.ask').includes('can’t undo this'), 'the consequence');
    assert(here.words('.ask .primary') === 'Keep appointment', 'keeping is the primary button');
    await accessible(here.element);
    await here.press('Keep appointment');
    await until(() => here.focused()?.getAttribute('data-action') === 'cancel', 'focus is back');
    equal(here.server.made('/cancel'), []);
  });

  it('says what it costs before the press, and that the time at the location is soon [APT-20]', async () => {
    await show(appointment({ within_24_hours: true }));
    assert(here.words('.when + .when').includes('9:30 AM Central Time'), 'the hour in Chicago');
    await here.press('Cancel appointment');
    const asks = here.words('.ask');
    assert(asks.includes('Your appointment is in less than 24 hours, so a fee may apply.'), asks);
    assert(asks.includes('Free until 24 hours before your appointment.'), asks);
  });

  it('sends the reason and shows the outcome [LIM-02]', async () => {
    const one = appointment();
    await show(one);
    const canceled = {
      status: 'canceled',
      upstream_status: 'canceled',
      canceled: { by: 'customer', of: 'appointment', at: null, refund: { default: 'All of it.' } },
    } as const;
    const change = { kind: 'cancel', state: 'done', asked: null, within_24_hours: false } as const;
    here.server.answers.set('POST /cancel', () =>
      here.server.becomes({
        ...one,
        ...canceled,
        actions: [],
        change: { ...change, upstream_request_id: null },
      }),
    );
    await here.press('Cancel appointment');
    const reason = here.root.querySelector('textarea');
    if (reason) reason.value = ' Moved away ';
    // As some password managers and dictation programs do.
    reason?.dispatchEvent(new Event('change'));
    equal(here.words('.ask .go .ready'), 'Yes, cancel appointment');
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.focused()?.id === 'said', 'focus on what was done');
    equal(
      here.server.made('/cancel').map(({ body }) => body),
      [{ reason: 'Moved away' }],
    );
    const said = here.words('#said');
    assert(/^You canceled your appointment Calcium Score, Tuesday, .+ All of it\.$/.test(said), said);
    equal(here.received, [{ type: 'dx-canceled', detail: { appointment_id: one.appointment_id } }]);
  });

  it('keeps a long reason whole, and sends it only when it is shortened [LIM-02]', async () => {
    await show(appointment());
    await here.press('Cancel appointment');
    const reason = here.root.querySelector('textarea') as HTMLTextAreaElement;
    const paste = async (text: string) => {
      reason.focus();
      reason.select();
      document.execCommand('insertText', false, text);
      await here.element.updateComplete;
    };
    const send = () => here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await paste('a'.repeat(512));
    equal([reason.value.length, here.words('#reason-left')], [512, '12 characters too many']);
    (here.root.querySelector('.ask .go') as HTMLElement).focus();
    send();
    await until(() => here.focused() === reason, 'focus on the reason');
    equal([reason.ariaInvalid, here.server.made('/cancel')], ['true', []]);
    await accessible(here.element);
    await paste('a'.repeat(500));
    equal([reason.ariaInvalid, here.words('#reason-left')], ['false', '0 characters left']);
    send();
    await until(() => here.server.made('/cancel').length === 1, 'the cancellation');
  });

  it('accepts the 24-hour penalty only after it was shown and confirmed [APT-43]', async () => {
    const one = appointment();
    await show(one);
    here.server.answers.set('POST /cancel', () =>
      here.server.becomes({ ...one, change: cancellation('warned') }),
    );
    await here.press('Cancel appointment');
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.words('.ask').includes('in less than 24 hours'), 'the warning');
    assert(here.words('.ask').includes('Your appointment isn’t canceled yet.'), 'nothing happened');
    assert(here.words('.ask .primary') === 'Keep appointment', 'keeping is the primary button');
    equal(
      here.server.made('/cancel').map(({ body }) => body),
      [{}],
    );
    await here.press('Cancel anyway');
    await until(() => here.server.made('/cancel').length === 2, 'the agreed one');
    equal(here.server.made('/cancel')[1]?.body, { confirm: true });
  });

  it('follows a slow change to its outcome', async () => {
    const one = appointment();
    await show(one);
    const working = { poll_after_ms: 300 };
    here.server.answers.set('POST /cancel', () =>
      here.server.becomes({ ...one, working, change: cancellation('sending') }),
    );
    await here.press('Cancel appointment');
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.server.made('/cancel').length === 1, 'the call');
    here.server.becomes({ ...one, change: cancellation('warned') });
    await until(() => here.words('.ask').includes('in less than 24 hours'), 'the warning that came later');
  });
});

describe('Another time', () => {
  it('sends the unchanged strings of the calendar, with or without alternates [APT-40]', async () => {
    const one = appointment();
    await show(one);
    await here.press('Change time');
    const panel = await until(() => here.root.querySelector('dx-appointment-move'), 'the calendar');
    await panel.updateComplete;
    await accessible(here.element);
    assert(
      here
        .words('.screen')
        .includes('you lose the one you have: Tuesday, November 24, 2026, 9:30 AM (Central Time)'),
      'the consequence',
    );
    assert(panel.shadowRoot?.textContent?.includes('All times are in Central Time.'), 'whose clock it is');
    const time = panel.shadowRoot?.querySelector<HTMLElement>('.time');
    time?.click();
    await panel.updateComplete;
    panel.shadowRoot?.querySelector('form')?.requestSubmit();
    await until(() => here.server.made('/reschedule').length === 1, 'the call');
    equal(here.server.made('/reschedule')[0]?.body, { new_requested_date: '2026-11-25T08:00:00-06:00' });
  });

  it('says so when no time was chosen, and when one has just gone', async () => {
    await show(appointment());
    here.server.answers.set('POST /reschedule', () =>
      problem(409, 'slot_gone', 'A chosen time is no longer free.'),
    );
    await here.press('Change time');
    const panel = await until(() => here.root.querySelector('dx-appointment-move'), 'the calendar');
    await panel.updateComplete;
    panel.shadowRoot?.querySelector('form')?.requestSubmit();
    await panel.updateComplete;
    assert(panel.shadowRoot?.textContent?.includes('Choose a new time.'), 'nothing chosen');
    equal(here.server.made('/reschedule'), []);
    panel.shadowRoot?.querySelector<HTMLElement>('.time')?.click();
    await panel.updateComplete;
    panel.shadowRoot?.querySelector('form')?.requestSubmit();
    await until(() => here.words('.note').includes('One of your times was just taken.'), 'gone');
  });
});

describe('Checking in', () => {
  it('opens the page in a new tab without opener or referrer, and stores its address nowhere [APT-53] [APT-54] [APT-55]', async () => {
    const url = 'https://check-in.example/secret-of-the-link';
    const opened: unknown[][] = [];
    const { open } = window;
    window.open = (...given) => {
      opened.push(given);
      return null;
    };
    try {
      await show(appointment());
      here.server.answers.set('POST /check-in', () => json({ url }));
      await here.press('Check in');
      const ready = await until(
        () => opened.length > 0 || here.button('Open check-in'),
        'the page or the way to it',
      );
      if (ready !== true) {
        await here.press('Open check-in');
        await until(() => here.focused()?.getAttribute('data-action') === 'check_in', 'focus is back');
      }
      equal(opened, [[url, '_blank', 'noopener,noreferrer']]);
      assert(!(here.element.shadowRoot?.innerHTML ?? '').includes('secret-of-the-link'), 'not in the page');
      assert(!location.href.includes('secret-of-the-link'), 'not in the address');
      assert(!JSON.stringify(here.received).includes('secret-of-the-link'), 'not in an event');
      let calls = 1;
      for (const unsafe of [
        'javascript:alert(1)',
        'http://check-in.example/',
        'http://127.0.0.1.evil.example/',
      ]) {
        here.server.answers.set('POST /check-in', () => json({ url: unsafe }));
        await here.press('Check in');
        calls += 1;
        await until(() => here.server.made('/check-in').length === calls, 'the call');
        await until(() => here.root.querySelector('[aria-disabled="false"]'), 'the end of the action');
        if (here.button('Open check-in')) await here.press('Open check-in');
        equal(opened.length, 1);
      }
    } finally {
      window.open = open;
    }
  });
});

describe('Escape', () => {
  const keys = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
  const pressEscape = () => here.focused()?.dispatchEvent(new KeyboardEvent('keydown', keys));

  for (const [action, label] of Object.entries({
    cancel: 'Cancel appointment',
    reschedule: 'Change time',
    consents: 'What you signed',
  }))
    it(`closes what ${action} opened, and the focus is on its button again`, async () => {
      await show(appointment({ actions: ['cancel', 'reschedule', 'consents'] }));
      await here.press(label);
      await until(() => here.focused()?.id === 'ask', 'focus on the heading');
      equal(pressEscape(), false, 'the dialog of the page closes');
      await until(() => here.focused()?.getAttribute('data-action') === action, 'focus is back');
      equal(here.root.querySelector('#ask'), null);
    });

  it('closes nothing while a cancellation is being sent', async () => {
    const one = appointment();
    await show(one);
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
    here.server.answers.set('POST /cancel', () => response);
    await here.press('Cancel appointment');
    await until(() => here.focused()?.id === 'ask', 'focus on the question');
    here.root.querySelector<HTMLElement>('.ask .go')?.click();
    await until(() => here.server.made('/cancel').length === 1, 'the request');
    pressEscape();
    await here.element.updateComplete;
    assert(here.root.querySelector('#ask'), 'the question stays');
    respond(here.server.becomes({ ...one, change: cancellation('warned') }));
    await until(() => here.words('.ask').includes('in less than 24 hours'), 'the warning');
  });
});

describe('A change that is sent again', () => {
  it('leaves the focus on its appointment, because its button goes', async () => {
    const change = {
      kind: 'cancel',
      state: 'stalled',
      asked: null,
      within_24_hours: null,
      upstream_request_id: null,
    } as const;
    const one = appointment({ change });
    await show(one);
    here.server.answers.set('POST /retry', () =>
      here.server.becomes({ ...one, change: cancellation('sending') }),
    );
    here.button('Try again')?.focus();
    await here.press('Try again');
    await until(() => here.focused()?.matches('h3'), 'focus on the name of the appointment');
  });
});

describe('Forms', () => {
  it('are fetched with the token and saved from memory, because a link carries no proof', async () => {
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(`${this.download} ${this.href.slice(0, 5)}`);
    };
    try {
      const visit = { note: null, arrival: null, preparation: [], doctor_form: { note: null } };
      await show(appointment({ test_type: 'VO2', actions: ['signed_form', 'vo2_form'], visit }));
      await here.press('Signed form');
      await until(() => saved.length === 1, 'the form');
      await here.press('Form for your doctor');
      await until(() => saved.length === 2, 'the assessment');
      equal(saved, ['signed-form.pdf blob:', 'vo2-assessment.pdf blob:']);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });

  it('whose response is cut say that the connection failed, as the calendar file does', async () => {
    const cut = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) }));
    await show(appointment({ actions: ['signed_form'] }));
    here.server.answers.set('POST /calendar', cut);
    here.server.answers.set('GET /signed-form', cut);
    await here.press('Add to calendar');
    await until(() => here.received.length === 1, 'the failure of the calendar file');
    await here.press('Signed form');
    await until(() => here.received.length === 2, 'the failure of the form');
    const failure = { type: 'dx-error', detail: { code: 'offline' } };
    equal(here.received, [failure, failure]);
  });

  it('that are not signed yet say so', async () => {
    await show(appointment({ actions: ['signed_form'] }));
    here.server.answers.set('GET /signed-form', () =>
      json(
        { status: 409, code: 'form_pending', title: 'The form is not signed yet.', request_id: 'req-1' },
        409,
      ),
    );
    await here.press('Signed form');
    await until(() => here.words('.note').includes('The form isn’t signed yet.'), 'the reason');
    assert(here.words('.note').includes('Reference req-1'), 'the reference');
  });
});
