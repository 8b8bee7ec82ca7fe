/** Whose test it is, which, where and when: above every screen of an order, and on each line of the worklist. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { OrderSubject } from '../../server/contract/physician-api.ts';
import { physician as say } from '../texts/english.ts';
import { type Fact, facts } from '../ui/facts.ts';
import { dateWithYear, lineStart, momentHere, shortMoment, zoneWords } from '../ui/format.ts';
import { testName } from '../ui/test-names.ts';
import { momentIn } from '../ui/wall-time.ts';

/** The styles of the strip and of the worklist. */
export const patientStyles = css`
  .patient {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-inline-start: 4px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .patient .name {
    font-size: calc(var(--_dx-size) * 1.125);
    font-weight: 650;
    overflow-wrap: anywhere;
  }
  .patient .facts {
    gap: 8px 16px;
  }
  .patient .facts > div {
    align-content: start;
  }
  .patient .tertiary {
    flex: 0 1 auto;
    margin: 0 -8px -8px;
  }
  .worklist {
    display: grid;
    gap: 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  @container (min-width: 520px) {
    .patient .facts {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;

/** Draws the strip above a screen, as a region of the page. @param actions the buttons in it */
export const patientStrip = (about: OrderSubject, actions: unknown): TemplateResult =>
  html`<section class="patient" aria-label=${say('patient')}>${patientFacts(about, actions)}</section>`;

/** Draws the same on a line of the worklist. @param actions the buttons in it */
export const patientLine = (about: OrderSubject, actions: unknown): TemplateResult =>
  html`<div class="patient">${patientFacts(about, actions)}</div>`;

const patientFacts = (about: OrderSubject, actions: unknown) =>
  html`<div>
      <p class="name">${about.patient === null ? say('patientUnknown') : html`<bdi>${about.patient.name}</bdi>`}</p>
      ${about.patient === null ? nothing : html`<p>${say('born', { date: dateWithYear(about.patient.date_of_birth) })}</p>`}
    </div>
    ${facts(factsOf(about))}
    ${actions === nothing ? nothing : html`<div class="actions">${actions}</div>`}`;

/** The name of the patient and of the test, for a sentence. */
export const orderNames = ({ patient, test_type }: OrderSubject): { name: string; test: string } => ({
  name: patient?.name ?? say('patientNotNamed'),
  test: testName(test_type),
});

function factsOf({ test_type, place, asked, scheduled_for, deadline_at }: OrderSubject): Fact[] {
  const list: Fact[] = [{ name: say('factTest'), value: testName(test_type) }];
  if (place !== null) {
    const { address_line_1, city, state, postal_code: zip } = place;
    const line = say('cityLine', { city, state, zip });
    list.push({
      name: say('factPlace'),
      value: html`<bdi>${[address_line_1, line].filter(Boolean).join(', ')}</bdi>`,
    });
  }
  const zone = place?.timezone ?? '';
  const confirmed = scheduled_for === null ? null : momentIn(scheduled_for, zone);
  if (confirmed !== null) {
    list.push({ name: say('factConfirmed'), value: confirmed });
  } else if (asked !== null) {
    const times = [asked.primary, ...asked.alternates].map(shortMoment).map(lineStart);
    list.push({
      name: say('factAsked'),
      value: zone === '' ? times : [...times, zoneWords(zone, asked.primary)],
    });
  }
  if (deadline_at !== null)
    list.push({
      name: Date.parse(deadline_at) < Date.now() ? say('factOverdue') : say('factDue'),
      value: momentHere(deadline_at),
    });
  return list;
}
