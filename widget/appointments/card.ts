/** The card of one appointment: status, test, time, clinic, actions and details. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AppointmentAction, AppointmentView } from '../../server/contract/appointments-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { referenceOf } from '../session/failure.ts';
import { problemWords } from '../session/failure-words.ts';
import { appointments as say, visit as sayVisit } from '../texts/english.ts';
import { busyLabel } from '../ui/busy-label.ts';
import { choiceWords } from '../ui/chosen-times.ts';
import { dateTile } from '../ui/date-tile.ts';
import { fullDate, lineStart, longDate, shortMoment, timeOfDay, zoneWords } from '../ui/format.ts';
import { icon } from '../ui/icon.ts';
import { icons } from '../ui/later-icons.ts';
import { mapAddress } from '../ui/map-address.ts';
import { serviceText } from '../ui/marked-text.ts';
import { notice, noticeLines } from '../ui/notice.ts';
import { testName } from '../ui/test-names.ts';
import { againParameter } from '../visit/again.ts';
import { beforeYouCome, doctorForm, paymentAfter } from '../visit/visit.ts';
import { usualWords } from '../visit/words.ts';
import type { ActionName, AppointmentsStore } from './appointments-store.ts';
import { details } from './details.ts';
import { addressLines, isToday, momentWords, readWords, scheduledAt } from './when-and-where.ts';
import { actionWords, changeWords, isAhead, statusWords } from './words.ts';

/** The content and callbacks of a card. */
export interface Card {
  appointment: AppointmentView;
  /** `next` is the next appointment, which is drawn large; `results` has results that are ready. */
  size: 'next' | 'results' | 'later' | 'past';
  /** The action under way for this appointment; null when there is none. */
  busy: ActionName | null;
  /** Whether an action is under way for any appointment. */
  held: boolean;
  problem: ProblemBody | null;
  /** The panel that is open below the actions: a question, or the way to the check-in page. */
  panel: TemplateResult | typeof nothing;
  open: AppointmentAction | null;
  act: (action: AppointmentAction) => void;
  saveCalendar: () => void;
  /** The partner's texts and pages; null before they are read. */
  partner: AppointmentsStore['partner'];
  retry: () => void;
}

/** Draws an appointment with its actions and the open panel. */
export function card(it: Card): TemplateResult {
  const { appointment, size } = it;
  const booking = bookingOf(it);
  const { title, tone, text } = statusWords(appointment, booking !== null);
  const id = `name-${appointment.appointment_id}`;
  const test = testName(appointment.test_type);
  return html`<article class="card-of ${size}" aria-labelledby=${id}>
    ${leafOf(appointment)}
    <div class="what">
      ${size === 'results' ? nothing : html`<p class="status ${tone}">${signs[tone]}<span>${title}</span></p>`}
      <h3 id=${id} tabindex="-1">${test}</h3>
      ${isAhead(appointment) ? when(appointment) : whenItWas(it)}
    </div>
    <div class="rest">
      ${text === null ? nothing : html`<p>${text}</p>`} ${booking === null ? nothing : linkTo(booking, say('continueBooking'))}
      ${waiting(it)} ${canceled(it)}
      ${isAhead(appointment) ? place(appointment) : nothing} ${notes(it)} ${actions(it, id)} ${it.panel}
      ${isAhead(appointment) ? toVisit(it, id) : nothing}
      ${details(appointment, test, appointment.actions.includes('consents') ? actionButton(it, id, 'consents') : null)}
    </div>
  </article>`;
}

const signs = { good: icon(icons.check), pending: icon(icons.clock), ended: nothing };

/** A solid tile for a confirmed date, a dashed one for a requested date. It repeats what is in words. */
function leafOf(appointment: AppointmentView) {
  const fixed = scheduledAt(appointment);
  const asked = appointment.status === 'requested' ? appointment.asked?.primary : undefined;
  const text = fixed?.text ?? asked;
  if (text === undefined)
    return html`<div class="date-tile empty" aria-hidden="true">${icon(icons.clock)}</div>`;
  return dateTile(text, fixed ? '' : 'wish');
}

function when(appointment: AppointmentView) {
  const { scheduled_for, asked, location } = appointment;
  const at = scheduledAt(appointment);
  if (scheduled_for !== null && at !== null)
    return html`<p class="when figures">${lineStart(longDate(at.text))}</p>
      <p class="when figures">
        ${timeOfDay(at.text)} <span class="quiet">${zoneWords(at.zone, scheduled_for)}</span>
      </p>`;
  if (asked === null) return nothing;
  const { primary, alternates } = asked;
  return html`<dl class="choices">
    <div>
      <dt class="quiet">${choiceWords(0)}</dt>
      <dd class="when figures">${lineStart(longDate(primary))}</dd>
      <dd class="when figures">
        ${timeOfDay(primary)} <span class="quiet">${location && zoneWords(location.timezone, primary)}</span>
      </dd>
    </div>
    ${alternates.map(
      (time, at) =>
        html`<div><dt class="quiet">${choiceWords(at + 1)}</dt><dd class="figures">${lineStart(shortMoment(time))}</dd></div>`,
    )}
  </dl>`;
}

/** How long the clinic usually takes to confirm, or that it takes longer. */
function waiting({ appointment: { confirmation }, partner }: Card) {
  if (confirmation === null) return nothing;
  if (!confirmation.is_late) {
    const usual = usualWords(confirmation);
    return usual === null ? nothing : html`<p>${usual}</p>`;
  }
  return note(noticeLines({ text: sayVisit('late'), contact: partner?.terms.contact }));
}

/** When it was canceled, what happens to the payment, and the way to a new booking. */
function canceled({ appointment, partner }: Card) {
  const { canceled, appointment_id: id } = appointment;
  if (canceled === null) return nothing;
  const at = momentWords(appointment, canceled.at);
  return html`<div class="stack">
    ${at === null ? nothing : html`<p class="quiet">${sayVisit('canceledAt', { time: at })}</p>`}
    ${partner === null ? nothing : html`<div>${paymentAfter(canceled, partner.terms)}</div>`}
    ${partner?.booking_url ? linkTo(withAgain(partner.booking_url, id), sayVisit('bookAgain')) : nothing}
  </div>`;
}

/** The page on which the customer continues the booking of an appointment without a time; null if it shows another one. */
const bookingOf = ({ appointment: { status, appointment_id: id }, partner }: Card): string | null =>
  status === 'unscheduled' && partner?.current_booking === id ? partner.booking_url : null;

/** A link to the page of bookings. */
export const linkTo = (page: string, label: string): TemplateResult =>
  html`<div class="actions"><a class="button" href=${page}>${label}</a></div>`;

function withAgain(page: string, id: string): string {
  const url = new URL(page);
  url.searchParams.set(againParameter, id);
  return url.href;
}

/** What to prepare and bring, the clinic's note, and the form for the customer's doctor. */
function toVisit(it: Card, nameId: string) {
  const { visit, actions } = it.appointment;
  const form = actions.includes('vo2_form') ? actionButton(it, nameId, 'vo2_form') : html``;
  return html`${beforeYouCome(visit, 4)} ${doctorForm(visit, 4, form)}`;
}

function whenItWas({ appointment, size }: Card) {
  const at = scheduledAt(appointment);
  const address = size === 'results' ? addressLines(appointment)?.join(', ') : undefined;
  return html`${at === null ? nothing : html`<p class="quiet figures">${lineStart(fullDate(at.text))}</p>`}
  ${address === undefined ? nothing : html`<p class="quiet">${serviceText(address)}</p>`}`;
}

function place(appointment: AppointmentView) {
  const lines = addressLines(appointment);
  if (lines === null) return nothing;
  const [street, ...rest] = lines;
  return html`<div class="place">
    ${icon(icons.pin)}
    <div>
      <p>${serviceText(street ?? '')}${rest.map((line) => html`<br /><span class="quiet">${serviceText(line)}</span>`)}</p>
      ${
        appointment.status === 'confirmed'
          ? html`<a class="directions" href=${mapAddress(lines.join(', '))} target="_blank" rel="noreferrer"
              >${say('directions')}</a
            >`
          : nothing
      }
    </div>
  </div>`;
}

/** The notes above the actions: a deadline, outdated data, a change under way, a refusal. */
function notes({ appointment, busy, problem, held, retry }: Card) {
  const { change, physician_order: order, stale, read_at } = appointment;
  const isDue = order.submitted_at === null && isAhead(appointment);
  const due = isDue ? momentWords(appointment, order.deadline_at) : null;
  const words = busy === null ? changeWords(appointment) : null;
  const state = change?.state;
  return html`
    ${due === null ? nothing : note(noticeLines({ text: say('orderDue', { time: due }) }))}
    ${stale ? note(noticeLines({ text: read_at === null ? say('stale') : say('staleSince', { time: readWords(read_at) }) })) : nothing}
    ${
      words === null
        ? nothing
        : note(html`${noticeLines({ text: words, reference: state === 'sending' ? null : change?.upstream_request_id })}
            ${state === 'stalled' ? html`<button type="button" aria-disabled=${held} @click=${retry}>${say('tryAgain')}</button>` : nothing}`)
    }
    ${problem === null ? nothing : refusal(problem)}
  `;
}

const note = (content: TemplateResult) => notice(icons.note, content);

const refusal = (problem: ProblemBody): TemplateResult =>
  notice(
    'alert',
    noticeLines({ text: problemWords(problem.code), reference: referenceOf(problem) }),
    'alert',
  );

/** The filled button: results when they are ready, check-in on the day. */
const isMain = (action: AppointmentAction, { appointment, size }: Card): boolean =>
  (action === 'results' && size === 'results') || (action === 'check_in' && isToday(appointment));

function actions(it: Card, nameId: string) {
  const { appointment } = it;
  const elsewhere = appointment.reschedule_elsewhere
    ? 'rescheduleElsewhere'
    : appointment.status === 'requested' && 'pendingTimes';
  const advice = elsewhere ? html`<p class="quiet elsewhere">${say(elsewhere)}</p>` : nothing;
  // The form for the doctor and the consents have places of their own.
  const others = appointment.actions.filter(
    (action) => action !== 'consents' && (action !== 'vo2_form' || !isAhead(appointment)),
  );
  const buttons = others.flatMap((action) => actionButton(it, nameId, action));
  if (appointment.status === 'confirmed' && appointment.scheduled_for !== null) {
    const calendar = button(it, nameId, {
      label: say('calendar'),
      doing: say('saving'),
      isBusy: it.busy === 'calendar',
      look: '',
      action: 'calendar',
      press: it.saveCalendar,
    });
    buttons.splice(appointment.actions.indexOf('check_in') + 1, 0, calendar);
  }
  if (buttons.length === 0) return advice;
  return html`<div class="actions">${buttons}</div>${advice}`;
}

/** The button of an action; nothing for one of a newer server. */
function actionButton(it: Card, nameId: string, action: AppointmentAction): TemplateResult {
  const words = actionWords(action, it.appointment);
  if (!words) return html``;
  return button(it, nameId, {
    label: words.label,
    doing: words.busy,
    isBusy: it.busy === action && it.open !== action,
    look: isMain(action, it) ? 'primary' : action === 'cancel' ? 'tertiary flush' : '',
    action,
    press: () => it.act(action),
  });
}

interface Button {
  label: string;
  doing: string;
  isBusy: boolean;
  look: string;
  action: AppointmentAction | 'calendar';
  press: () => void;
}

/** @param nameId the id of the appointment's name, which describes each of its buttons */
function button({ held, open }: Card, nameId: string, it: Button): TemplateResult {
  return html`<button
    class=${it.look}
    type="button"
    data-action=${it.action}
    aria-describedby=${nameId}
    aria-disabled=${held}
    aria-busy=${it.isBusy}
    aria-expanded=${it.action === 'cancel' ? String(open === it.action) : nothing}
    @click=${() => held || it.press()}
  >
    ${busyLabel(it.label, it.doing)}
  </button>`;
}
