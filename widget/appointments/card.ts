/** The card of one appointment: time, place, status, actions and all details. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AppointmentAction, AppointmentView } from '../../server/contract/appointments-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { referenceOf } from '../session/failure.ts';
import { dateLeaf, fullDate, longDate, shortMoment, timeOfDay } from '../ui/format.ts';
import { icon } from '../ui/icon.ts';
import { testName } from '../ui/test-names.ts';
import { details } from './details.ts';
import { type WallTime, wallTime } from './wall-time.ts';
import { actionWords, changeWords, elsewhereWords, isAhead, standingWords } from './wording.ts';

export interface Card {
  appointment: AppointmentView;
  /** Whether it is the next appointment, which is drawn large. */
  isNext: boolean;
  /** The action under way for this appointment. */
  busy: string | null;
  /** Whether an action is under way for any appointment. */
  held: boolean;
  problem: ProblemBody | null;
  /** The panel that is open below the actions: a question, a calendar or results. */
  panel: TemplateResult | typeof nothing;
  open: AppointmentAction | null;
  act: (action: AppointmentAction) => void;
  retry: () => void;
}

/** Draws an appointment with its actions and the open panel. */
export function card(it: Card): TemplateResult {
  const { appointment, isNext } = it;
  const { title, look, text } = standingWords(appointment);
  const id = `name-${appointment.appointment_id}`;
  const ahead = isAhead(appointment);
  return html`<article class="card-of ${isNext ? 'next' : ''} ${ahead ? '' : 'past'}" aria-labelledby=${id}>
    ${leaf(appointment)}
    <div class="what">
      <p class="standing ${look}">${signs[look]}<span>${title}</span></p>
      <h3 id=${id} tabindex="-1">${testName(appointment.test_type)}</h3>
      ${ahead ? when(appointment) : whenItWas(appointment)}
    </div>
    <div class="rest">
      <p>${text}</p>
      ${ahead ? place(appointment) : nothing} ${notes(it)} ${actions(it)} ${it.panel} ${details(appointment)}
    </div>
  </article>`;
}

const signs = { stands: icon('check'), waits: icon('clock'), ended: nothing };

/** A solid leaf for a confirmed date, a dashed one for a requested date. */
function leaf({ standing, scheduled_for, asked, location }: AppointmentView) {
  const fixed = scheduled_for === null ? null : wallTime(scheduled_for, location?.timezone ?? '');
  const text = fixed?.text ?? (standing === 'requested' ? asked?.primary : undefined);
  if (text === undefined) return html`<div class="leaf empty" aria-hidden="true">${icon('clock')}</div>`;
  const { weekday, day, month } = dateLeaf(text);
  return html`<div class="leaf figures ${fixed ? '' : 'wish'}" aria-hidden="true">
    ${weekday}<strong>${day}</strong>${month}
  </div>`;
}

function when({ scheduled_for, asked, location }: AppointmentView) {
  const at = scheduled_for === null ? null : wallTime(scheduled_for, location?.timezone ?? '');
  if (at !== null)
    return html`<p class="when figures">${fullDate(at.text)}<br />${timeOfDay(at.text)}</p>
      <p class="quiet">${zoneWords(at)}</p>`;
  if (scheduled_for !== null) return html`<p class="when verbatim">${scheduled_for}</p>`;
  if (asked === null) return nothing;
  const { primary, alternates } = asked;
  return html`<p class="quiet">First choice</p>
    <p class="when figures">${longDate(primary)}<br />${timeOfDay(primary)}</p>
    ${alternates.length === 0 ? nothing : html`<p class="quiet figures">Or ${alternates.map(shortMoment).join(', or ')}</p>`}`;
}

function whenItWas({ scheduled_for, location }: AppointmentView) {
  if (scheduled_for === null) return nothing;
  const at = wallTime(scheduled_for, location?.timezone ?? '');
  return html`<p class="quiet figures">${at === null ? scheduled_for : `${fullDate(at.text)}, ${timeOfDay(at.text)}`}</p>`;
}

const zoneWords = ({ zone }: WallTime) =>
  zone === 'UTC' ? 'Time in UTC' : `Local time at the location (${zone.replaceAll('_', ' ')})`;

function place({ location }: AppointmentView) {
  if (location === null) return nothing;
  const { address_line_1, address_line_2, city, state, postal_code } = location;
  const rest = [address_line_2, city, `${state} ${postal_code}`].filter(Boolean).join(', ');
  return html`<p class="place">${icon('pin')}<span>${address_line_1}<br /><span class="quiet">${rest}</span></span></p>`;
}

/** The notes above the actions: a deadline, outdated data, a change under way, a refusal. */
function notes({ appointment, busy, problem, held, retry }: Card) {
  const { change, physician_order: order, location, stale, read_at } = appointment;
  const due = order.deadline_at !== null && order.submitted_at === null && isAhead(appointment);
  const deadline = due ? wallTime(order.deadline_at ?? '', location?.timezone ?? '') : null;
  const seen = read_at === null ? null : wallTime(read_at, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const state = change?.state;
  const isShown = state === 'sending' || state === 'stalled' || state === 'slot_gone' || state === 'refused';
  return html`
    ${
      deadline === null
        ? nothing
        : html`<p class="note">${icon('note')}<span>The physician's order for this appointment is due by <strong class="figures">${longDate(deadline.text)}, ${timeOfDay(deadline.text)}</strong>${deadline.zone === 'UTC' ? ' UTC' : ''}. It has not been submitted yet.</span></p>`
    }
    ${stale ? html`<p class="note">${icon('note')}<span>We could not read this just now.${seen ? ` This is how it stood at ${timeOfDay(seen.text)}.` : ''}</span></p>` : nothing}
    ${
      isShown && busy === null && change
        ? html`<div class="note">
            ${icon('note')}
            <div>
              <p>${changeWords[state]}</p>
              ${state !== 'sending' && change.upstream_request_id ? html`<p class="quiet">Reference for support: <span class="verbatim">${change.upstream_request_id}</span></p>` : nothing}
              ${state === 'stalled' ? html`<button type="button" aria-disabled=${held} @click=${retry}>Try again</button>` : nothing}
            </div>
          </div>`
        : nothing
    }
    ${problem === null ? nothing : refusal(problem)}
  `;
}

function refusal(problem: ProblemBody): TemplateResult {
  const reference = referenceOf(problem);
  return html`<div class="note" role="alert">
    ${icon('alert')}
    <div>
      <p>${problem.title}</p>
      ${reference ? html`<p class="quiet">Reference for support: <span class="verbatim">${reference}</span></p>` : nothing}
    </div>
  </div>`;
}

const busyAs: Record<AppointmentAction, string> = {
  check_in: 'check_in',
  results: 'results',
  signed_form: 'signed-form',
  vo2_form: 'vo2-form',
  reschedule: 'availability',
  cancel: 'cancel',
};

function actions({ appointment, busy, held, open, act, isNext }: Card) {
  const elsewhere = appointment.reschedule_elsewhere
    ? html`<p class="quiet elsewhere">${elsewhereWords}</p>`
    : nothing;
  if (appointment.actions.length === 0) return elsewhere;
  return html`<div class="actions">
    ${appointment.actions.map((action) => {
      const { label, busy: doing } = actionWords[action];
      const isBusy = busy === busyAs[action] && open !== action;
      const first = action === 'check_in' || action === 'results';
      const expands = action === 'cancel' || action === 'reschedule' || action === 'results';
      return html`<button
        class=${first && isNext ? 'primary' : action === 'cancel' ? 'tertiary flush' : ''}
        type="button"
        data-action=${action}
        aria-disabled=${held}
        aria-busy=${isBusy}
        aria-expanded=${expands ? String(open === action) : nothing}
        @click=${() => held || act(action)}
      >
        <span class="swap"
          ><span class="ready">${label}${action === 'check_in' ? html`<span class="visually-hidden"> (opens in a new tab)</span>` : nothing}</span
          ><span class="waiting"><span class="spinner"></span>${doing}</span></span
        >
      </button>`;
    })}
  </div>${elsewhere}`;
}
