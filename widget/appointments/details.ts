/** The details of an appointment in words. A code that has no words is not shown. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { appointments as say } from '../texts/english.ts';
import { fullDate, lineStart } from '../ui/format.ts';
import { serviceText, type Words } from '../ui/marked-text.ts';
import { wallTime } from '../ui/wall-time.ts';
import { addressLines, momentWords } from './when-and-where.ts';
import { isAhead } from './words.ts';

/**
 * Draws the details of an appointment, closed at first.
 * @param test the name of its test
 * @param button leads to what the customer signed; null if nothing was signed here
 */
export function details(
  appointment: AppointmentView,
  test: string,
  button: TemplateResult | null,
): TemplateResult {
  return html`<details class="all">
    <summary aria-label=${say('detailsOf', { test })}>${say('details')}</summary>
    <dl class="pairs">
      ${rowsOf(appointment).map(([label, value]) =>
        value === null ? nothing : html`<div><dt>${label}</dt><dd class="figures">${value}</dd></div>`,
      )}
    </dl>
    ${button && html`<div class="actions">${button}</div>`}
  </details>`;
}

function rowsOf(it: AppointmentView): [label: string, value: Words | null][] {
  const dayOf = (instant: string | null) => {
    const wall = instant === null ? null : wallTime(instant, it.location?.timezone ?? '');
    return wall === null ? null : lineStart(fullDate(wall.text));
  };
  const address = isAhead(it) ? undefined : addressLines(it)?.join(', ');
  const original = it.original_scheduled_for;
  const first = original === it.scheduled_for ? null : momentWords(it, original);
  return [
    [say('detailClinic'), address === undefined ? null : serviceText(address)],
    [say('detailRequested'), dayOf(it.requested_at)],
    [say('detailConfirmed'), dayOf(it.confirmed_at)],
    [say('detailFirstTime'), first === null ? null : lineStart(first)],
    [say('detailOrder'), isAhead(it) ? orderWords(it, dayOf) : null],
    [say('detailForm'), it.form.available ? say('formSigned') : null],
    [say('detailReference'), it.reference],
  ];
}

/** Words for the statuses of the physician's order that are known; the sets are open (APT-17). */
function orderWords(
  { physician_order: { status, submission_status, submitted_at } }: AppointmentView,
  dayOf: (instant: string | null) => string | null,
): string | null {
  const date = dayOf(submitted_at);
  if (date !== null) return say('orderSent', { date });
  if (status === 'completed') return say('orderDone');
  if (submission_status === 'processing') return say('orderProcessing');
  return status === 'pending' ? say('orderWaiting') : null;
}
