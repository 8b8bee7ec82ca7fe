/** All members of an appointment in the service's own words. No member is dropped (VER-09, APT-17, T98). */
import { html, type TemplateResult } from 'lit';
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { fullDate, timeOfDay } from '../ui/format.ts';
import { plainPairs } from './plain.ts';
import { wallTime } from './wall-time.ts';

const shownPlaces = new Set(['address_line_1', 'address_line_2', 'city', 'state', 'postal_code', 'timezone']);

/** Draws all details of an appointment, closed at first. */
export function details(appointment: AppointmentView): TemplateResult {
  return html`<details class="all">
    <summary>All details<span class="visually-hidden"> of this appointment</span></summary>
    ${plainPairs(pairsOf(appointment).filter(([, value]) => value !== null))}
  </details>`;
}

function pairsOf(it: AppointmentView): [string, unknown][] {
  const at = (instant: string | null) => {
    const wall = instant === null ? null : wallTime(instant, it.location?.timezone ?? '');
    return wall === null
      ? instant
      : `${fullDate(wall.text)}, ${timeOfDay(wall.text)} (${wall.zone.replaceAll('_', ' ')})`;
  };
  const moved = it.original_scheduled_for !== null && it.original_scheduled_for !== it.scheduled_for;
  const place = Object.entries(it.location ?? {}).filter(([name]) => !shownPlaces.has(name));
  return [
    ['Status', it.status],
    ['Results', it.results_status],
    ['Time', at(it.scheduled_for)],
    ['Place', placeOf(it)],
    ['Requested', at(it.requested_at)],
    ['Confirmed', at(it.confirmed_at)],
    ['First confirmed time', moved ? at(it.original_scheduled_for) : null],
    ['Physician order', it.physician_order.status],
    ['Physician order submission', it.physician_order.submission_status],
    ['Physician order submitted', at(it.physician_order.submitted_at)],
    ['Form', it.form.type],
    ['Form status', it.form.artifact_status],
    ['Reason of the cancellation', it.cancellation_reason_code],
    ...Object.entries(it.more),
    ...place,
    ['Appointment number', it.appointment_id],
    ['Order number', it.order_id],
  ];
}

function placeOf({ location }: AppointmentView): string | null {
  if (location === null) return null;
  const { address_line_1, address_line_2, city, state, postal_code } = location;
  return [address_line_1, address_line_2, city, `${state} ${postal_code}`].filter(Boolean).join(', ');
}
