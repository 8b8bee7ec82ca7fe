/** The line above a new booking that leads to the customer's finished one. */
import { html, type TemplateResult } from 'lit';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { booking } from '../locales/en/booking.ts';
import { testName } from '../ui/test-names.ts';

/** Draws the line. @param look shows the journey of that id */
export function previousBooking(
  { journey_id: id, test_type: test }: NonNullable<JourneyView['previous']>,
  look: (id: string) => void,
): TemplateResult {
  return html`<p class="quiet previous">
    ${test === null ? booking('previousUnknown') : booking('previous', { test: testName(test) })}
    <button class="tertiary" type="button" @click=${() => look(id)}>${booking('seePrevious')}</button>
  </p>`;
}
