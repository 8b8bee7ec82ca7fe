/** Builds the presentation that a session freezes at its creation (Structured physician-order session; PHY-14, PHY-16, GAP-79, GAP-80). */
import type {
  OrderingPhysician,
  PhysicianPresentation,
} from '../../contract/upstream-api/physician-order.ts';
import { testFacts } from '../catalog/test-facts.ts';
import type { PhysicianTemplate } from '../forms/physician-template.ts';
import { questionnaireDefinition } from '../forms/questionnaire.ts';
import type { Offered } from '../offerings.ts';
import type { AppointmentRecord, OrderRecord } from '../state.ts';

/** The context of a physician's order: an appointment with its order and offering. */
export interface OrderContext {
  order: OrderRecord;
  appointment: AppointmentRecord;
  offered: Offered;
}

interface PresentationRow {
  label: string;
  value: string;
}

/** A part of a presentation, with rows and statements in the order to be read. */
interface PresentationSection {
  id: string;
  title: string;
  rows: PresentationRow[];
  statements: readonly string[];
}

/** Makes the text that the physician reads: patient, test, location, consent, screening and provider. */
export function presentationOf(
  { content, schema_version }: PhysicianTemplate,
  { order, appointment, offered }: OrderContext,
  { physician, order_date }: { physician: OrderingPhysician; order_date: string },
): PhysicianPresentation {
  const sections: PresentationSection[] = [
    { id: 'patient', title: 'Patient', rows: patientRows(order), statements: [] },
    {
      id: 'ordered_test',
      title: 'Ordered test',
      rows: rows({ Test: testFacts[appointment.test_type].name, 'Order date': order_date }),
      statements: content.test_statements,
    },
    { id: 'testing_location', title: 'Testing location', rows: locationRows(offered), statements: [] },
    {
      id: 'consent',
      title: 'Patient consent',
      rows: rows({ 'Consent reference': order.booking.consent_source_id }),
      statements: content.consent_statements,
    },
    {
      id: 'screening',
      title: 'Screening answers',
      rows: screeningRows(appointment),
      statements: content.screening_statements,
    },
    { id: 'ordering_provider', title: 'Ordering provider', rows: providerRows(physician), statements: [] },
    { id: 'order', title: 'Order', rows: [], statements: content.order_statements },
  ];
  return {
    schema_version,
    title: content.title,
    sections,
    required_acknowledgements: [...content.acknowledgements],
  };
}

/** Omits rows without a value. */
function rows(values: Record<string, string | number | null | undefined>): PresentationRow[] {
  return Object.entries(values).flatMap(([label, value]) =>
    value === undefined || value === null || value === '' ? [] : [{ label, value: String(value) }],
  );
}

function patientRows({ booking: { customer } }: OrderRecord): PresentationRow[] {
  const { address = {}, height, weight } = customer;
  return rows({
    Name: [customer.first_name, customer.last_name].join(' '),
    'Date of birth': customer.date_of_birth,
    Sex: customer.sex,
    Height: height === undefined ? undefined : `${height} in`,
    Weight: weight === undefined ? undefined : `${weight} lb`,
    Address: [
      address.address_line_1,
      address.address_line_2,
      address.city,
      address.state,
      address.postal_code,
    ]
      .filter((line) => line !== undefined && line !== '')
      .join(', '),
    Phone: customer.phone_number,
  });
}

function locationRows({ location }: Offered): PresentationRow[] {
  return rows({
    'Street address': location.address_line_1,
    Unit: location.address_line_2,
    City: location.city,
    State: location.state,
    'Postal code': location.postal_code,
  });
}

function screeningRows({ test_type, questionnaire_version, answers }: AppointmentRecord): PresentationRow[] {
  const { fields } = questionnaireDefinition(test_type, questionnaire_version).content;
  return fields.flatMap(({ id, label }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [{ label, value: answer ? 'Yes' : 'No' }];
  });
}

function providerRows(physician: OrderingPhysician): PresentationRow[] {
  const { contact } = physician;
  const { address_line_1, city, state, postal_code } = contact.address;
  return rows({
    Name: `${physician.full_name}, ${physician.credentials}`,
    NPI: physician.npi,
    License: `${physician.license_state} ${physician.license_number}`,
    'Ordering entity': physician.ordering_entity,
    Contact: contact.type,
    Address: [address_line_1, city, state, postal_code].join(', '),
    Phone: contact.phone,
    Fax: contact.fax,
  });
}
