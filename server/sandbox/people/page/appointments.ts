/** `<appointment-list>`: orders and appointments, with a button for every transition that their state allows. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ListedAppointment } from '../../control/appointments.ts';
import { change, fieldsOf } from './control.ts';
import { LiveList, type Row } from './live-list.ts';
import { line, sentence, testName } from './words.ts';

type Move = ListedAppointment['transitions'][number];

const labels: Record<Move, string> = {
  confirmed: 'Confirm',
  rescheduled: 'Move',
  pending_scheduling: 'Decline',
  results_in_progress: 'Start results',
  results_ready: 'Results ready',
  completed: 'Complete',
  form_available: 'Form available',
  no_show: 'No show',
  canceled: 'Cancel',
  refunded: 'Refund',
};
const order = Object.keys(labels);
/** The usual next step, shown as the primary button. */
const onward: readonly Move[] = ['confirmed', 'results_in_progress', 'results_ready', 'completed'];
const results: Record<ListedAppointment['results_status'], string> = {
  waiting_results: 'No results yet',
  in_progress: 'Results in progress',
  finalized: 'Results final',
};

/** Names an appointment, such as "DEXA body composition for Ada Example". */
export function appointmentName({ test_type, customer_name }: ListedAppointment): string {
  return `${testName(test_type)} for ${customer_name || 'a customer'}`;
}

class AppointmentList extends LiveList<ListedAppointment> {
  protected readonly noun = 'appointments';
  protected readonly emptyText = 'None yet. An order made with one of the keys below appears here at once.';
  protected override readonly listClass = 'cards';
  protected override readonly pageSize = 8;

  protected keyOf({ appointment_id }: ListedAppointment): string {
    return appointment_id;
  }

  protected textOf(appointment: ListedAppointment): string {
    const { appointment_id, order_id, api_key_prefix, test_type, status, location } = appointment;
    const place = `${location.city}, ${location.state}`;
    return [
      appointmentName(appointment),
      test_type,
      sentence(status),
      status,
      place,
      appointment_id,
      order_id,
      api_key_prefix,
    ].join(' ');
  }

  protected row(appointment: ListedAppointment): Row {
    const { status, location, transitions, physician_order_status, cancellation_reason_code } = appointment;
    const moves = transitions.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
    const name = appointmentName(appointment);
    const facts = line(
      `${location.city}, ${location.state}`,
      results[appointment.results_status],
      physician_order_status && `Physician order ${physician_order_status.replaceAll('_', ' ')}`,
      appointment.has_signed_form && 'Form signed',
      cancellation_reason_code && sentence(cancellation_reason_code),
    );
    return {
      name,
      content: html`<div class="head"><h3>${name}</h3><span class="chip ${status}">${sentence(status)}</span></div>
        <p>${whenOf(appointment)}</p>
        <p class="quiet">${facts}</p>
        <div class="moves">${repeat(
          moves,
          (move) => move,
          (move) => moveButton(appointment, move),
        )}</div>
        <details><summary>Ids</summary><dl>
          ${(['appointment_id', 'order_id', 'api_key_prefix'] as const).map(
            (id) => html`<dt>${sentence(id)}</dt><dd><code>${appointment[id]}</code></dd>`,
          )}
        </dl></details>`,
    };
  }
}

function whenOf({ scheduled_for, requested, location }: ListedAppointment): string {
  const at = (time: string) => timeAt(time, location.timezone);
  if (scheduled_for) return at(scheduled_for);
  if (!requested) return 'No time requested yet';
  const alternates = requested.alternate_availabilities.map((time) => `, or ${at(time)}`);
  return `Requested: ${at(requested.selected_appointment_date)}${alternates.join('')}`;
}

/** A form, so that the chosen time belongs to its button. */
function moveButton(appointment: ListedAppointment, move: Move): TemplateResult {
  const times = timesOf(appointment, move);
  const label = labels[move];
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const scheduled_for = fieldsOf(event.currentTarget).scheduled_for ?? times[0];
    const path = `/appointments/${appointment.appointment_id}/transition`;
    void change(`${label}: done.`, 'POST', path, { to: move, ...(scheduled_for && { scheduled_for }) });
  };
  const choice = html`<select name="scheduled_for" aria-label="Time to ${label.toLowerCase()}">
    ${repeat(
      times,
      (time) => time,
      (time) => html`<option value=${time}>${timeAt(time, appointment.location.timezone)}</option>`,
    )}
  </select>`;
  return html`<form class="move" @submit=${submit}>
    ${times.length > 1 ? choice : nothing}
    <button class=${onward.includes(move) ? 'onward' : nothing}>${label}</button>
  </form>`;
}

function timesOf({ requested, times_to_move_to }: ListedAppointment, move: Move): string[] {
  if (move === 'rescheduled') return times_to_move_to;
  if (move !== 'confirmed' || !requested) return [];
  return [requested.selected_appointment_date, ...requested.alternate_availabilities];
}

function timeAt(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(time));
}

customElements.define('appointment-list', AppointmentList);
