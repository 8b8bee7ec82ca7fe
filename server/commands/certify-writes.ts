/**
 * The contract by one booking of an invented person, canceled at its end where it was sent; only where nothing is at stake (GAP-23..GAP-30,
 * GAP-47, GAP-52, GAP-53, GAP-59, GAP-94, GAP-108). Both flows share the way to the order and part behind it.
 */
import { randomUUID } from 'node:crypto';
import { appointment } from '../contract/upstream-api/appointments.ts';
import { consentFinalized, consentSession } from '../contract/upstream-api/consent.ts';
import { identity } from '../contract/upstream-api/identity.ts';
import { order } from '../contract/upstream-api/orders.ts';
import { appointmentQuestionnaire } from '../contract/upstream-api/questionnaire.ts';
import { text } from '../upstream/assumptions/kinds.ts';
import { submissionOn } from '../upstream/finalized-submission.ts';
import { consentByDocument } from './certify-evidence.ts';
import { certifyPhysicianOrder } from './certify-physician.ts';
import { type ReadThrough, readAndCompare } from './certify-reads.ts';
import { type Walk, WalkEnded, write } from './certify-walk.ts';

const person = {
  first_name: 'Certify',
  last_name: 'Example',
  email: 'certify@partner.example',
  date_of_birth: '1979-04-12',
  sex: 'female',
} as const;
const home = { address_line_1: '18 Harbor Street', city: 'New York', state: 'NY', postal_code: '10002' };
const phone = '2125550134';
export async function certifyWrites(
  walk: Walk,
  { configuration, bookable, bundle }: ReadThrough,
): Promise<void> {
  const { comparison } = walk;
  try {
    const customerId = await saveIdentity(walk);
    if (!bookable) return comparison.left('an order', 'nothing was found to order');
    const consent = await consentSource(walk, { configuration, bundle }, customerId, bookable.testType);
    if (!consent) return comparison.left('an order', 'this walk knows no such way of giving consent');
    const placed = await write(
      walk,
      'an order',
      'order.place',
      {},
      {
        catalog_id: bookable.catalogId,
        offering_id: bookable.offeringId,
        product_id: bookable.product.id,
        test_id: bookable.product.test_id,
        customer_identity_id: customerId,
        customer: { ...person, phone_number: phone, address: home, height: 66, weight: 140 },
        ...consent,
        external_payment_reference: `certify-${randomUUID()}`,
      },
    );
    const { order_id: orderId, appointments } = order.parse(placed);
    const appointmentId = appointments[0]?.appointment_id;
    if (!appointmentId) throw new WalkEnded();
    await readAndCompare(
      walk,
      'an appointment behind its order',
      `/v1/appointments/${appointmentId}`,
      appointment,
    );
    if (walk.flow === 'co_branded') return await handOver(walk, orderId, bookable.times);
    await schedule(walk, appointmentId, bookable.times);
    await readAndCompare(
      walk,
      'an appointment behind its request',
      `/v1/appointments/${appointmentId}`,
      appointment,
    );
    await certifyPhysicianOrder(walk, configuration, appointmentId);
    const reason = 'certification';
    const confirmed = { confirm_within_24_hour_penalty: true, reason };
    await write(walk, 'a cancel', 'appointment.cancel', { appointmentId }, confirmed);
  } catch (error) {
    if (!(error instanceof WalkEnded)) throw error;
    comparison.left('the rest of the booking', 'the walk ended there');
  }
}

/** The same key and bytes bring the same answer (GAP-108). */
async function saveIdentity(walk: Walk): Promise<string> {
  const key = randomUUID();
  const body = { external_customer_id: `certify-${randomUUID()}`, ...person, phone, address: home };
  const first = identity.parse(await write(walk, 'an identity', 'identity.save', {}, body, key));
  const second = identity.parse(await write(walk, 'an identity said again', 'identity.save', {}, body, key));
  if (first.customer_identity_id !== second.customer_identity_id)
    walk.comparison.differs('the idempotency of an identity', 'the same key made two');
  return first.customer_identity_id;
}

/** As the key is provisioned; null for a way that is not known here. */
async function consentSource(
  walk: Walk,
  { configuration, bundle }: Pick<ReadThrough, 'configuration' | 'bundle'>,
  customerId: string,
  testType: string,
) {
  const mode = configuration?.customer_consent.mode;
  if (mode === 'api_partner_pdf')
    return { partner_consent_evidence_id: await consentByDocument(walk, customerId, testType) };
  if (mode !== 'service_consent_api' || !bundle) return null;
  return { consent_grant_id: await giveConsent(walk, bundle, customerId, testType) };
}

async function giveConsent(
  walk: Walk,
  bundle: NonNullable<ReadThrough['bundle']>,
  customerId: string,
  testType: string,
): Promise<string> {
  const opened = await write(
    walk,
    'a consent session',
    'consent_session.create',
    {},
    {
      customer_identity_id: customerId,
      canonical_test_type: testType,
      consent_template_version_id: bundle.template.id,
      content_hash: bundle.template.content_hash,
    },
  );
  const { id: sessionId } = consentSession.parse(opened);
  const finalized = await write(
    walk,
    'a finalized consent',
    'consent_session.finalize',
    { sessionId },
    {
      typed_name: 'Certify Example',
      signer_role: 'self',
      electronic_signature_attestation: true,
      decisions: Object.fromEntries(bundle.required_decision_ids.map((id) => [id, true])),
      customer_ip: '192.0.2.1',
      customer_user_agent: 'certify',
    },
  );
  return consentFinalized.parse(finalized).grant.id;
}

async function schedule(walk: Walk, appointmentId: string, times: string[]): Promise<void> {
  const path = `/v1/appointments/${appointmentId}/scheduling-questionnaire`;
  const asked = await readAndCompare(
    walk,
    'the questionnaire of an appointment',
    path,
    appointmentQuestionnaire,
  );
  if (!asked) throw new WalkEnded();
  await write(
    walk,
    'an answered questionnaire',
    'questionnaire.submit',
    { appointmentId },
    {
      questionnaire_definition_id: asked.id,
      content_hash: asked.content_hash,
      answers: Object.fromEntries(asked.content.fields.map(({ id }) => [id, false])),
      acknowledgements: Object.fromEntries(asked.content.acknowledgements.map(({ id }) => [id, true])),
    },
  );
  const answered = await readAndCompare(
    walk,
    'the questionnaire once answered',
    path,
    appointmentQuestionnaire,
  );
  if (answered && !submissionOn(answered, walk.assumptions))
    walk.comparison.differs(
      'where an answered questionnaire stands',
      `not among the keys ${Object.keys(answered).join(', ')}`,
      'questionnaire.submissionKeys',
    );
  await write(
    walk,
    'a request for times',
    'appointment.schedule',
    { appointmentId },
    {
      selected_appointment_date: times[0],
      alternate_availabilities: times.slice(1, 4),
    },
  );
}

async function handOver(walk: Walk, orderId: string, times: string[]): Promise<void> {
  const { email: _, sex, ...named } = person;
  const made = await write(
    walk,
    'a handoff',
    'handoff.create',
    { orderId },
    {
      selected_appointment_date: times[0],
      alternate_availabilities: times.slice(1, 4),
      customer_data: { ...named, ...home, phone, sex_assigned_at_birth: sex, height: 66, weight: 140 },
    },
  );
  if (walk.assumptions.look('handoff.urlKeys', text, made).state !== 'found')
    walk.comparison.differs(
      'the address of the hosted page',
      `not among the keys ${Object.keys(made).join(', ')}`,
      'handoff.urlKeys',
    );
}
