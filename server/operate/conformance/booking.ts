/** Books step by step, as a partner does. Each step takes only the values that its check is about. */
import { done } from './assertions.ts';
import type { Client } from './client.ts';
import { customerBody, identify } from './customer.ts';
import { acceptedConsent } from './evidence-steps.ts';
import type { Ordered, Pair, Ready } from './ordered.ts';
import type { Shape, TestType } from './shapes.ts';
import type { Trial } from './trial.ts';

/** A valid id that no record has. */
export const nobody = '00000000-0000-4000-8000-000000000000';
/** The path of the consent sessions. */
export const consentSessions = '/v1/api-first/consent-sessions';

/** The path of an offering. */
export const offeringPath = ({ catalog_id, offering_id }: Pick<Pair, 'catalog_id' | 'offering_id'>) =>
  `/v1/locations/${catalog_id}/offerings/${offering_id}`;

/** @returns an offering of the test that has times, the same one throughout a run */
export function pairOf(client: Client, testType: TestType): Promise<Pair> {
  const known = client.memo.get(testType) as Promise<Pair> | undefined;
  const pair = known ?? findPair(client, testType);
  client.memo.set(testType, pair);
  return pair;
}

async function findPair(client: Client, testType: TestType): Promise<Pair> {
  const { data } = await client.get<Shape<'locations'>>(`/v1/locations?test_types=${testType}`);
  for (const { catalog_id, offering_id } of data.partners_within_radius.flatMap(({ tests }) => tests)) {
    const pair = { catalog_id, offering_id };
    const times = await timesOf(client, pair).catch(() => []);
    if (times.length < 12) continue;
    const { product } = (await client.get<Shape<'offeringProduct'>>(`${offeringPath(pair)}/products`)).data;
    return { ...pair, product_id: product.id, test_id: product.test_id };
  }
  throw new Error(`No offering of ${testType} has twelve times`);
}

/** @returns all times that an offering shows */
export async function timesOf(
  client: Client,
  pair: Pick<Pair, 'catalog_id' | 'offering_id'>,
): Promise<string[]> {
  const { data } = await client.get<Shape<'availability'>>(`${offeringPath(pair)}/schedule`);
  return data.schedule.available_dates.flatMap((day) =>
    day.available_times.map(({ available_time }) => available_time),
  );
}

/** The answers of a prescreen without a risk. */
export const prescreenBody = (changes: object = {}) => ({
  dob: '02/03/1970',
  family_history_cardiovascular_disease: false,
  high_cholesterol_or_hypertension: false,
  diabetes: false,
  bmi_higher_than_25: false,
  sedentary_lifestyle: false,
  smoker: false,
  symptoms_heart_disease: false,
  pregnant: false,
  diagnosed_heart_disease: false,
  pcp_name: 'Grace Invented',
  pcp_phone: '2125550101',
  pcp_consent: true,
  ...changes,
});

/** The body that finalizes a consent. */
export const consentBody = (changes: object = {}) => ({
  typed_name: 'Ada Example',
  signer_role: 'self',
  electronic_signature_attestation: true,
  decisions: { testing_consent: true, hipaa_authorization: true, data_use: true, arbitration: true },
  customer_ip: '203.0.113.7',
  customer_user_agent: 'Invented/1.0',
  ...changes,
});

/** The body that opens a consent session. */
export async function sessionBody(client: Client, identityId: string, testType: TestType) {
  const { template } = await done(
    client.get<Shape<'consentBundle'>>(`/v1/api-first/consent-bundles/${testType}`),
  );
  return {
    customer_identity_id: identityId,
    canonical_test_type: testType,
    consent_template_version_id: template.id,
    content_hash: template.content_hash,
  };
}

/** @returns the id of a grant */
export async function consent(client: Client, identityId: string, testType: TestType): Promise<string> {
  const body = await sessionBody(client, identityId, testType);
  const { id } = await done(client.post<Shape<'consentSession'>>(consentSessions, body));
  const { grant } = await done(
    client.post<Shape<'consentFinalized'>>(`${consentSessions}/${id}/finalize`, consentBody()),
  );
  return grant.id;
}

/** The consent of a customer as an order names it: a grant, or an accepted PDF if the key's consent is on paper. */
async function consentSource(client: Client, identityId: string, testType: TestType): Promise<object> {
  return client.consentMode === 'api_partner_pdf'
    ? { partner_consent_evidence_id: await acceptedConsent(client, identityId, testType) }
    : { consent_grant_id: await consent(client, identityId, testType) };
}

/** @param customer changes of the customer */
export async function ready(client: Client, testType: TestType, customer: object = {}): Promise<Ready> {
  const pair = await pairOf(client, testType);
  const identityId = await identify(client);
  const identifiers = {
    ...pair,
    customer_identity_id: identityId,
    ...(await consentSource(client, identityId, testType)),
    customer: customerBody(customer),
  };
  return { testType, pair, identityId, identifiers };
}

/** The body of an order. */
export const orderBody = ({ identifiers }: Pick<Ready, 'identifiers'>, changes: object = {}) => ({
  ...identifiers,
  external_payment_reference: 'payment-1',
  ...changes,
});

/** Submits a prescreen. */
export const prescreen = (client: Client, { testType, identifiers }: Ready, changes: object = {}) =>
  client.post<Shape<'prescreened'>>(`/v1/tests/${testType}/prescreen-form/submissions`, {
    ...identifiers,
    prescreen: prescreenBody(),
    ...changes,
  });

/** Books a test up to the order. */
export const order = async (client: Client, testType: TestType = 'DEXA', customer: object = {}) =>
  placeOrder(client, await ready(client, testType, customer));

/** Places an order, after a prescreen if the test needs one. */
export async function placeOrder(client: Client, from: Ready): Promise<Ordered> {
  const prescreened = from.testType === 'CALST' ? await done(prescreen(client, from)) : {};
  const { order_id: orderId, appointments } = await done(
    client.post<Shape<'order'>>('/v1/orders', orderBody(from, prescreened)),
  );
  const id = appointments[0]?.appointment_id ?? '';
  return { ...from, orderId, id, path: `/v1/appointments/${id}` };
}

/** The body that answers a questionnaire. @param yes the ids of the answers that are true */
export async function questionnaireBody(client: Client, { path }: Ordered, yes: string[] = []) {
  const { id, content_hash, content } = await done(
    client.get<Shape<'definition'>>(`${path}/scheduling-questionnaire`),
  );
  return {
    questionnaire_definition_id: id,
    content_hash,
    answers: Object.fromEntries(content.fields.map((field) => [field.id, yes.includes(field.id)])),
    acknowledgements: Object.fromEntries(content.acknowledgements.map((each) => [each.id, true])),
  };
}

/** Answers the questionnaire. */
export const answerQuestionnaire = async (client: Client, ordered: Ordered, yes: string[] = []) =>
  client.post<Shape<'submission'>>(
    `${ordered.path}/scheduling-questionnaire`,
    await questionnaireBody(client, ordered, yes),
  );

/** The body that asks for three times. */
export async function scheduleBody(client: Client, { pair }: Ready) {
  const times = await timesOf(client, pair);
  const [primary = '', first = '', second = ''] = times.slice(times.length / 2);
  return { selected_appointment_date: primary, alternate_availabilities: [first, second] };
}

/** An order whose questionnaire is answered. */
export async function answered(
  client: Client,
  testType: TestType = 'DEXA',
  customer: object = {},
): Promise<Ordered> {
  const ordered = await order(client, testType, customer);
  await done(answerQuestionnaire(client, ordered));
  return ordered;
}

/** An appointment that waits for the location. */
export async function scheduled(
  client: Client,
  testType: TestType = 'DEXA',
  customer: object = {},
): Promise<Ordered> {
  const ordered = await answered(client, testType, customer);
  await done(client.post(`${ordered.path}/schedule`, await scheduleBody(client, ordered)));
  return ordered;
}

/** A confirmed appointment, and its time. */
export interface Confirmed extends Ordered {
  at: string;
}

/** Books, and confirms with the control plane or waits for it. @throws NotTried if nobody confirms */
export async function confirmed(trial: Trial): Promise<Confirmed> {
  const { partner } = trial;
  const appointment = await trial.toConfirm(partner, () => scheduled(partner));
  await trial.confirm(partner, appointment);
  return { ...appointment, at: (await read(partner, appointment)).scheduled_for ?? '' };
}

/** Reads an appointment. */
export const read = (client: Client, { path }: Pick<Ordered, 'path'>) =>
  done(client.get<Shape<'appointment'>>(path));
