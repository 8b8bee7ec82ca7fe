/** `<dx-appointments>`: what the page shows, in words that do not promise too much. */
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { accessible } from './accessible.ts';
import { type Mounted, mount } from './appointments-mounted.ts';
import { json } from './appointments-server.ts';
import { assert, atRest, equal, until } from './assert.ts';
import { appointment, lists, requested, withResults } from './gallery/appointments.ts';

let here: Mounted;
const show = async (...known: AppointmentView[]) => {
  here = await mount(...known);
};
afterEach(() => here.leave());

describe('<dx-appointments>', () => {
  for (const known of [[], [appointment()]])
    it(`says that one of ${known.length + 1} appointments cannot be shown, and whom to ask`, async () => {
      await show(...known);
      here.server.partner.has_unreadable = true;
      here.server.tell('reread');
      const note = await until(() => here.root.querySelector('.note'), 'the note');
      const text = (note.textContent ?? '').replace(/\s+/g, ' ');
      assert(text.includes('An appointment of yours can’t be shown here.'), text);
      assert(text.includes('(555) 010-0142'), 'whom to ask');
      assert(!here.words().includes('You have no'), 'the list is not called empty');
      await accessible(here.element);
    });

  it('shows an instant in the time zone of the location, not of the browser [APT-19] [T03]', async () => {
    await show(appointment());
    assert(here.words('.when').includes('Tuesday, November 24'), 'the day');
    assert(here.words('.when + .when').includes('9:30 AM'), 'the hour in Chicago');
    assert(here.words().includes('Central Time'), 'whose clock it is');
  });

  it('reads the wall time of a slot from its string, and never shows it as confirmed [SCH-09] [T03] [T32]', async () => {
    await show(requested());
    assert(here.words('.when + .when').includes('8:00 AM Central Time'), 'as asked for');
    assert(here.words('.status').includes('Waiting for the testing center to confirm'), 'not confirmed');
    assert(here.words().includes('You don’t have an appointment yet.'), 'said in words');
    assert(!/booked|confirmed (this|time)/i.test(here.words()), 'nothing more than is true');
    assert(here.root.querySelector('.date-tile.wish') !== null, 'a tile of a wish');
  });

  it('leads a customer with no appointment to come to the booking, and one whose appointment was canceled only from there', async () => {
    const links = () =>
      [...here.root.querySelectorAll<HTMLAnchorElement>('a.button[href^="https://clinic.example/book"]')].map(
        (link) => link.textContent?.trim(),
      );
    await show();
    equal(links(), ['Book a test']);
    here.leave();
    await show(...(lists['clinic-canceled'] ?? []));
    equal(links(), ['Book again']);
    here.leave();
    await show(appointment());
    equal(links(), []);
  });

  it('begins each date with a capital in Spanish, which writes weekdays in small letters', async () => {
    const pageLang = document.documentElement.lang;
    document.documentElement.lang = 'es';
    try {
      await show(...(lists.several ?? []));
      await until(() => here.words().includes('Próximas citas'), 'Spanish');
      const lines = [...here.root.querySelectorAll('.when, dd, .what > .quiet')];
      const small = lines
        .map((line) => line.textContent?.trim() ?? '')
        .filter((line) => /^\p{Ll}/u.test(line));
      equal(small, []);
    } finally {
      document.documentElement.lang = pageLang;
    }
  });

  it('marks the address with its own language and direction', async () => {
    await show(appointment());
    const lines = [...here.root.querySelectorAll('.place [lang="en"][dir="ltr"]')];
    equal(
      lines.map(({ textContent }) => textContent),
      ['120 North Wabash Avenue', 'Suite 200', 'Chicago, IL 60602'],
    );
  });

  it('leads to a map of the clinic once the time is confirmed, and tells it nothing else', async () => {
    await show(appointment(), requested());
    const links = [...here.root.querySelectorAll<HTMLAnchorElement>('a.directions')];
    equal(
      links.map(({ href, rel, target }) => [new URL(href).searchParams.get('query'), rel, target]),
      [['120 North Wabash Avenue, Suite 200, Chicago, IL 60602', 'noreferrer', '_blank']],
    );
  });

  it('makes check-in the main button on the day only, on the clock of the clinic', async () => {
    await show(appointment({ scheduled_for: new Date().toISOString() }));
    assert(here.root.querySelector('[data-action="check_in"].primary') !== null, 'today');
    here.leave();
    const later = new Date(Date.now() + 4 * 86_400_000).toISOString();
    await show(appointment({ scheduled_for: later }));
    equal(here.root.querySelectorAll('.primary').length, 0);
    assert(here.words('[data-action="check_in"]').includes('Check in (opens in a new tab)'), 'seen by all');
  });

  it('does not show a pending physician order as a failure [SCH-11]', async () => {
    await show(requested());
    assert(here.root.querySelector('.note') === null, 'no warning');
  });

  it("shows the deadline of the physician's order until the order is submitted [APT-66]", async () => {
    const physician_order = {
      status: 'pending',
      submission_status: 'not_submitted',
      deadline_at: '2026-11-26T23:00:00.000Z',
      submitted_at: null,
    };
    await show(requested({ physician_order }));
    assert(
      here.words('.note').includes('Thursday, November 26, 2026, 5:00 PM (Central Time)'),
      'in the zone of the location',
    );
    here.leave();
    await show(requested({ physician_order: { ...physician_order, submitted_at: '2026-11-21T10:00:00Z' } }));
    assert(here.root.querySelector('.note') === null, 'submitted');
  });

  it('says that the clinic declined the requested times, and never that none were requested', async () => {
    await show(...(lists.declined ?? []));
    const shown = here.words('article');
    assert(shown.includes('The testing center can’t offer these times'), shown);
    assert(shown.includes('1st choice') && !shown.includes('No time requested yet'), shown);
  });

  it('leads to the page that books while no time stands, if that page shows this booking', async () => {
    const link = () => here.root.querySelector<HTMLAnchorElement>('article a.button');
    const [declined = requested()] = lists.declined ?? [];
    for (const asked of [declined.asked, null]) {
      await show({ ...declined, asked });
      equal([link()?.textContent, link()?.href], ['Continue booking', 'https://clinic.example/book']);
      assert(!here.words('article').includes('Contact us'), here.words('article'));
      here.leave();
    }
    await show(requested());
    equal(link(), null);
    here.leave();
    await show(declined);
    here.server.partner.current_booking = 'another';
    here.server.tell('reread');
    await until(() => link() === null, 'no link');
    assert(here.words('article').includes('Contact us to choose other times.'), here.words('article'));
  });

  it('has a sentence for an unknown status, and shows no code, field name or id [APT-15] [APT-17]', async () => {
    await show(...(lists.strange ?? []));
    const shown = here.words();
    assert(shown.includes('Status not available'), 'the status');
    assert(shown.includes('Diagnostic test'), 'the test');
    assert(shown.includes('UTC'), 'the zone that the browser does not know');
    for (const code of [
      'moonrise',
      'GRIPSTRENGTH',
      'simmering',
      'asting',
      'Plain',
      'waiting_results',
      '0000-4000',
    ])
      assert(!shown.includes(code), code);
  });

  it('shows the details in words, with the reference of the booking [APT-17]', async () => {
    const [one] = lists.deadline ?? [];
    await show(one as AppointmentView);
    const shown = here.words('.all');
    assert(shown.includes(`Reference number${one?.reference}`), shown);
    assert(shown.includes('Physician’s orderA physician still has to order your test.'), shown);
    for (const code of ['pending', 'not_submitted', 'waiting_results', one?.order_id ?? ''])
      assert(!shown.includes(code), code);
    equal(here.root.querySelector('summary')?.getAttribute('aria-label'), 'More details: DEXA bone density');
  });

  it('says who canceled and what follows, and leads to a new booking of the same', async () => {
    const [one] = lists['clinic-canceled'] ?? [];
    await show(one as AppointmentView);
    const shown = here.words('article');
    assert(shown.includes('The testing center canceled your appointment'), shown);
    assert(shown.includes('You get all your money back within 5 days.'), shown);
    assert(!/request|Physician’s order|Form/.test(shown), shown);
    const link = [...here.root.querySelectorAll('a')].find((a) => a.textContent === 'Book again');
    equal(link?.href, `https://clinic.example/book?dx-again=${one?.appointment_id}`);
  });

  it('has what to prepare, the note, and the form for the doctor on one card, and the phone below', async () => {
    await show(...(lists.visit ?? []));
    const shown = here.words('article');
    for (const part of [
      'Before you come',
      'No calcium supplements.',
      'From the testing center',
      'A form for your doctor',
      'Ask us when you need it and where to send it.',
    ])
      assert(shown.includes(part), `${part}: ${shown}`);
    const level = (one: Element) => one.ariaLevel ?? one.localName.slice(1);
    const levels = [...here.root.querySelectorAll('.frame :is(h2,h3,h4,h5)')].map(level).join('');
    assert(
      !/2[4-6]|3[5-6]|4[6]/.test(levels) && levels.includes('45'),
      `each heading below its own: ${levels}`,
    );
    equal(here.root.querySelectorAll('.help').length, 1);
    assert(here.words('.frame > section.help:nth-last-child(2)').includes('(555) 010-0142'), 'the foot');
  });

  it('says how long clinics take, and whom to call when it takes longer', async () => {
    await show(requested({ confirmation: { usual_hours: 24, is_late: false } }));
    assert(here.words('article').includes('It usually takes up to 1 day.'), here.words('article'));
    here.leave();
    await show(...(lists.late ?? []));
    const shown = here.words('article');
    assert(shown.includes('This is taking longer than usual.') && shown.includes('(555) 010-0142'), shown);
  });

  it('has no long reference beside its box in a column of 256 px', async () => {
    await show(...(lists.refused ?? []));
    here.element.style.inlineSize = '256px';
    const note = here.root.querySelector('.note');
    assert(note?.textContent?.includes('req_01HZZ8C1E9D4A4E7BB1C65A0F7E2D9C8'), 'the reference');
    equal((note?.scrollWidth ?? 0) - (note?.clientWidth ?? 0), 0);
  });

  it('has no heading in the copy of the clinic that is larger than the heading above it', async () => {
    await show(...(lists.visit ?? []));
    const size = (selector: string) => {
      const found = here.root.querySelector(selector);
      assert(found, selector);
      return Number.parseFloat(getComputedStyle(found).fontSize);
    };
    assert(size('.copy :is(h1, h2, h3, h4, h5, h6)') <= size('.before > h4'), 'the heading above');
  });

  it('drops the notice of a change once the clinic confirms, and announces the appointment', async () => {
    const one = appointment();
    await show(one);
    const change = { kind: 'cancel', state: 'refused', asked: null, within_24_hours: null } as const;
    const moved = requested({
      appointment_id: one.appointment_id,
      change: { ...change, kind: 'reschedule', state: 'done', upstream_request_id: null },
    });
    // The response to a request for another time still has the old one.
    const answered = { ...moved, scheduled_for: one.scheduled_for };
    here.server.answers.set('POST /retry', () => here.server.becomes(answered));
    here.server.becomes({
      ...one,
      change: { ...change, kind: 'reschedule', state: 'stalled', upstream_request_id: null },
    });
    await (here.element as unknown as { refreshView(): void }).refreshView();
    await here.press('Try again');
    await until(() => here.root.querySelector('#said'), 'the notice');
    assert(
      here.words('#said').includes('you don’t have an appointment. DEXA bone density, Fri, Nov 27, 8:00 AM'),
      here.words('#said'),
    );
    here.server.becomes(moved);
    const read = here.server.calls.length;
    (here.element as unknown as { refreshView(): void }).refreshView();
    await until(() => here.server.calls.length > read, 'another read');
    await atRest(() => here.server.calls.length);
    assert(here.root.querySelector('#said'), 'still the same request');
    here.server.becomes({ ...one, scheduled_for: '2026-11-25T15:30:00.000Z' });
    (here.element as unknown as { refreshView(): void }).refreshView();
    await until(() => here.root.querySelector('#said') === null, 'no notice of what is over');
    const live = () => here.words('[aria-live]');
    await until(() => live().includes('Confirmed'), 'the confirmation, announced');
    assert(live().includes('Wednesday, November 25'), live());
  });

  it('shows results first, then the next appointment, and past ones last', async () => {
    await show(withResults(), requested(), appointment());
    equal(
      [...here.root.querySelectorAll('h2')].map((one) => one.textContent),
      ['Results ready', 'Coming up'],
    );
    const names = [...here.root.querySelectorAll('article h3')].map((one) => one.textContent);
    equal(names, ['DEXA body composition', 'Calcium Score', 'DEXA bone density']);
    assert(here.root.querySelector('.next h3')?.textContent === 'Calcium Score', 'the next one is large');
  });

  it('says since when it could not be read: with the date, unless that is today', async () => {
    const read_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await show(appointment({ stale: true, read_at }));
    const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
    const shown = here.words('.note');
    assert(shown.includes(`Last updated: ${day.format(Date.parse(read_at))}, `), shown);
    here.leave();
    await show(appointment({ stale: true, read_at: new Date().toISOString() }));
    assert(/Last updated: \d+:\d\d [AP]M\.$/.test(here.words('.note')), here.words('.note'));
  });

  it('shows the last known state when the service is unavailable, and the failure when the server is', async () => {
    await show(...(lists.stale ?? []));
    assert(here.words('.note').includes('We couldn’t check for changes just now.'), 'stale');
    here.server.answers.set('POST /check-in', () => json({}, 503));
    await here.press('Check in');
    const failure = await until(() => here.root.querySelector('.failed'), 'the failure');
    equal(failure.getAttribute('role'), 'alert');
    equal(here.received, [{ type: 'dx-error', detail: { code: 'unavailable' } }]);
    (here.element as unknown as { refreshView(): void }).refreshView();
    await until(() => here.root.querySelector('.failed') === null, 'no failure');
    equal(here.words('[aria-live]'), '', 'nothing of it is read');
  });
});
