/** Rows of a customer in every table, without a booking. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { StoredConsent } from '../../../server/booking/appointments/signed-consents.ts';
import type { EvidenceState } from '../../../server/booking/evidence/evidence-state.ts';
import { type Journey, newJourney } from '../../../server/booking/journey/journey-state.ts';
import { newOrder, type PhysicianOrder } from '../../../server/booking/physician/order.ts';
import type { Draft } from '../../../server/contract/journey-api/answers.ts';
import type { Appointment } from '../../../server/contract/upstream-api/appointments.ts';
import { type Log, silentLog } from '../../../server/core/observability/log.ts';
import { encryptedTables } from '../../../server/core/store/encrypted-columns.ts';
import type { Encryption } from '../../../server/core/store/encryption.ts';
import type { CustomerRecord, CustomerTable } from '../../../server/core/store/record-kind.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { type Handoff, newHandoff } from '../../../server/handoff/handoff-state.ts';
import type { Purchase } from '../../../server/handoff/purchase.ts';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { readRecords } from '../../../server/operate/records/customer-records.ts';
import { type Booking, newEvent, type StoredEvent } from '../../../server/partner/events/stored-events.ts';
import type { Outcome } from '../../../server/upstream/writes/write.ts';

const at = '2026-01-01T00:00:00.000Z';
const wantedTime = '2026-01-05T09:00:00-06:00';

const journey = (id: string, customerId: string): Journey =>
  newJourney(
    id,
    customerId,
    {
      configuration_version: 1,
      customer_consent: { mode: 'service_consent_api' },
      physician_order: { mode: 'service_service' },
      environment: 'sandbox',
      updated_at: at,
    },
    {
      offeredTests: [],
      offersAlternates: false,
      limits: { locations: null, offerings: null, radiusMiles: null },
    },
  );

const details = {
  testType: 'CALST',
  catalogId: null,
  offeringId: null,
  physicianMode: null,
  orderRef: null,
  consentJourneyId: null,
  patient: null,
};

const consent: StoredConsent = {
  grant_id: 'a grant',
  test_type: 'CALST',
  template_id: 'a template',
  template_version: 1,
  content_hash: 'a hash',
  typed_name: 'Ada Example',
  signed_from: '203.0.113.9',
  decisions: { testing: true },
  text: { lead: [], decisions: [], sections: [], tail: [] },
};

const appointment = (id: string): Appointment => ({
  appointment_id: id,
  order_id: id,
  status: 'completed',
  results_status: 'finalized',
  test_type: 'CALST',
  scheduled_for: null,
  original_scheduled_for: null,
  requested_at: null,
  confirmed_at: null,
  created_at: null,
  updated_at: null,
  location: {
    address_line_1: '18 Example Street',
    address_line_2: null,
    city: 'Austin',
    state: 'TX',
    postal_code: '73301',
    timezone: 'America/Chicago',
  },
  form_type: null,
  has_signed_form: false,
  artifact_status: null,
  physician_order_status: null,
  physician_order_submission_status: null,
  physician_order_submission_deadline_at: null,
  physician_order_submitted_at: null,
  cancellation_reason_code: null,
});

const evidence = (id: string, customerId: string): EvidenceState => ({
  id,
  kind: 'consent',
  ownerId: id,
  customerId,
  documentId: id,
  params: {},
  document: { content_length: 1, sha256: 'a hash' },
  phase: 'accepted',
  record: null,
  session: null,
  renewals: 0,
  reason: null,
});

const order = (appointmentId: string, customerId: string): PhysicianOrder =>
  newOrder({ appointmentId, customerId }, 'a reference');

const person = {
  first_name: 'Ada',
  last_name: 'Example',
  phone: '5125550100',
  date_of_birth: '1980-01-01',
} as const;
const address = {
  address_line_1: '18 Example Street',
  city: 'Austin',
  state: 'TX',
  postal_code: '73301',
};

const handoff = (id: string, customerId: string): Handoff => ({
  ...newHandoff(customerId, id, {
    selected_appointment_date: wantedTime,
    alternate_availabilities: [wantedTime],
    customer_data: { ...person, ...address, sex_assigned_at_birth: 'female', height: 66, weight: 140 },
  }),
  id,
  state: 'open',
});

const purchase = (id: string, customerId: string): Purchase => ({
  id,
  customerId,
  revision: 1,
  facts: {
    reference: 'a reference',
    catalogId: id,
    offeringId: id,
    customer: {
      ...person,
      address,
      sex: 'female',
      height_inches: 66,
      weight_pounds: 140,
      email: 'ada@patient.example',
    },
    consent: { grantId: id },
    paymentReference: 'a payment',
  },
  product: { id, testId: id, testType: 'CALST', needsPrescreen: false },
  identityId: null,
  prescreenOrderId: null,
  orderId: null,
  writeId: null,
  refusal: null,
  beginnings: 0,
});

const outcome: Outcome = { ok: true, status: 200, data: {} };

const booking = (id: string, customerId: string): Booking => ({
  id,
  customerId,
  flow: 'full_api',
  journeyId: id,
  orderId: null,
  appointmentId: id,
  reference: 'ORD-000001',
  revision: 1,
  facts: {
    state: 'confirmed',
    scheduledFor: null,
    hasResults: false,
    isRefundDue: false,
    isDelayed: false,
    needsSupport: false,
    confirmedAtMs: null,
    announced: null,
  },
  sequence: 1,
});

const event = (id: string, customerId: string): StoredEvent => ({
  receiver: 'hook',
  event: newEvent(booking(id, customerId), { type: 'booking.confirmed', before: 'requested', atMs: 0 }),
});

/** The values of the encrypted columns of a row, by table. A column without a value is null. */
const storedBodies: {
  [T in CustomerTable]: (id: string, customerId: string) => Partial<Record<string, unknown>>;
} = {
  journeys: (...of) => ({ body: journey(...of) }),
  drafts: () => ({ body: { first_name: 'Ada' } satisfies Draft }),
  consents: () => ({ body: consent }),
  appointments: (id) => ({ details, body: appointment(id) }),
  evidence: (...of) => ({ body: evidence(...of) }),
  physician_orders: (...of) => ({ body: order(...of) }),
  handoffs: (...of) => ({ body: handoff(...of) }),
  handoff_purchases: (...of) => ({ body: purchase(...of) }),
  writes: () => ({ body: '{}', outcome }),
  document_parts: () => ({ body: 'a part' }),
  event_bookings: (...of) => ({ body: booking(...of) }),
  events: (...of) => ({ body: event(...of) }),
  webhook_events: () => ({ body: Buffer.from('{}').toString('base64') }),
  support_notes: () => ({ body: 'Called back.' }),
};

/** The tables with records of customers. */
export const customerTables = recordKinds.map(({ table }) => table);

/** Values of columns in place of the defaults, by table. */
export type Over = Partial<Record<CustomerTable, Record<string, string | number | null>>>;

/** Reads the records of a customer, by kind. @param log receives values that do not fit. @default none */
export async function recordsByKind(
  db: Store['db'],
  encryption: Encryption,
  customerId: string,
  log: Log = silentLog,
): Promise<Record<string, CustomerRecord[]>> {
  const all = await readRecords({ db, encryption, kinds: recordKinds, log }, customerId);
  return Object.fromEntries(all.map(({ kind, records }) => [kind.kind, records]));
}

/**
 * Inserts one row of a customer into each table. All share one id.
 * @param options.bodies fields of `body` in place of the defaults, by table
 * @returns the id
 */
export async function addCustomer(
  store: Store,
  encryption: Encryption,
  customerId: string,
  options: {
    over?: Over;
    bodies?: Partial<Record<CustomerTable, object>>;
    tables?: readonly CustomerTable[];
    /** @default a random one */
    id?: string;
  } = {},
): Promise<string> {
  const { over = {}, bodies = {}, tables = customerTables, id = randomUUID() } = options;
  const known = await store.db.introspection.getTables();
  await store.transaction(async (trx) => {
    for (const table of tables) {
      const columns = known.find(({ name }) => name === table)?.columns ?? [];
      const { key, columns: encrypted, holds } = encryptedTables[table];
      const isKey = (name: string) => (key as readonly string[]).includes(name);
      const row: Record<string, string | number | Buffer | null> = {};
      for (const { name, dataType } of columns)
        if (name === 'customer_id') row[name] = customerId;
        else if (name === 'step') row[name] = 'times';
        else if (name === 'state') row[name] = 'left';
        // Each customer has one flow of the two.
        else if (name === 'flow') row[name] = 'full_api';
        else if (/int/i.test(dataType)) row[name] = name === 'place' ? 0 : 1;
        else
          row[name] =
            isKey(name) || /^(ref|upstream_id|appointment_id|booking_id)$/.test(name) ? id : randomUUID();
      Object.assign(row, over[table]);
      const stored = storedBodies[table](id, customerId);
      for (const column of encrypted) {
        const value = stored[column];
        if (row[column] === null || value === undefined) {
          row[column] = null;
          continue;
        }
        const place = { table, column, key: key.map((name) => row[name] as string), customerId };
        const over = column === 'body' ? bodies[table] : undefined;
        const json = Buffer.from(JSON.stringify(over ? { ...(value as object), ...over } : value));
        const bytes = await encryption.encryptBytes(trx, place, json, 1);
        row[column] = holds === 'bytes' ? bytes : bytes.toString('base64url');
      }
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(trx);
    }
  });
  return id;
}
