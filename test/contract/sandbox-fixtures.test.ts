/** The sandbox accepts the requests of the fixtures, and its responses, events and errors have the shape of theirs. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../server/contract/upstream-api/orders.ts';
import type { QuestionnaireDefinition } from '../../server/contract/upstream-api/questionnaire.ts';
import { sha256Of, upload } from '../../server/operate/conformance/evidence-steps.ts';
import { offeredTimes, order, pairOf } from '../sandbox/booking.ts';
import { confirmed, move } from '../sandbox/confirmed-appointment.ts';
import { consentOnPaper, type Evidence } from '../sandbox/documents.ts';
import { eachWithPartner, harness, partner, set } from '../sandbox/fresh-partner.ts';
import { openReceiver, type Receiver, register } from '../sandbox/receiver.ts';
import { openReplay, played, type Replay } from './replay.ts';
import { events, exchangeNamed, exchanges, type Json } from './wire-fixtures.ts';
import { differences } from './wire-shape.ts';

/** The ids of the fixtures' offering with this number. */
const bindOffering = (replay: Replay, number: 1 | 2, pair: ReturnType<typeof pairOf>) =>
  replay.bind({
    [`ca7a0000-0000-4000-8000-00000000000${number}`]: pair.catalog_id,
    [`0ffe0000-0000-4000-8000-00000000000${number}`]: pair.offering_id,
    [`b00c0000-0000-4000-8000-00000000000${number}`]: pair.product_id,
    [`7e570000-0000-4000-8000-00000000000${number}`]: pair.test_id,
  });

const appointment = 'a9900000-0000-4000-8000-000000000001';
/** As many bytes as the fixtures declare. */
const document = Buffer.alloc(46, 'x');

eachWithPartner();
let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
  return () => receiver.close();
});

/** Expects that each delivery has the shape of its fixture. */
async function expectEvents(types: string[]): Promise<void> {
  await harness.control('POST', '/clock', { advance_seconds: 0 });
  const seen = new Set<string>();
  for (const { event } of receiver.received) {
    const { type } = event;
    const fixture = events.find((each) => each.type === type);
    const previous = [
      ...(fixture?.open ?? []),
      ...(seen.has(type) ? ['data.object.previous_status', 'data.object.previous_scheduled_for'] : []),
    ];
    expect(differences(event as unknown as Json, fixture?.body, previous), type).toEqual([]);
    seen.add(type);
  }
  expect([...seen].sort()).toEqual(types.sort());
}

const answered = ({ content }: QuestionnaireDefinition) => ({
  answers: Object.fromEntries(content.fields.map(({ id }) => [id, false])),
  acknowledgements: Object.fromEntries(content.acknowledgements.map(({ id }) => [id, true])),
});

describe('the journey with consent by the service and a structured order', () => {
  // Also [DISC-12] [DISC-13] [DISC-14] [ORD-12] [ORD-13] [QST-06]
  // [PHY-03] [PHY-04]
  it('has the shapes of the fixtures from the search to the results [DISC-10] [PRE-04] [ORD-11]', async () => {
    const full = await harness.partner({ physician_order_mode: 'structured_api' });
    const { play, bind } = openReplay(harness.url, full);
    const replay = { play, bind };
    await register(full, receiver.url);
    await set({ physician_artifact_seconds: null });

    await play('the integration configuration');
    await play('locations within the radius');
    await play('fallback locations, of which the items are not shown');
    bindOffering(replay, 1, pairOf('CALST'));
    await play('the product of an offering');
    await play('the schedule of an offering');
    await play('an identity is created or updated');
    await play('an identity is read');

    await play('the consent bundle of a test');
    await play('a consent session is created');
    await play('a consent session is read');
    await play('an open consent session is abandoned');
    await play('a consent session is created', { key: 'another' });
    await play('a consent session is finalized');
    await play('a finalized consent session is read');

    await play('the prescreen form');
    await play('a prescreen is submitted');
    const { data } = await play<Order>('a prescreened order is created');
    const appointmentId = data.appointments[0]?.appointment_id ?? '';
    await play('appointments are listed, before a time is requested');
    await order(full, 'CALST');
    const page = await full.get<{ page_info: { next_cursor: string } }>('/v1/appointments?limit=1');
    bind({ 'opaque-cursor': page.data.page_info.next_cursor });
    await play('the next page of appointments');

    await play('a preview of the questionnaire of a test');
    const pinned = await play<QuestionnaireDefinition>('the questionnaire of an appointment');
    await play('the answers of a questionnaire are submitted', { body: answered(pinned.data) });
    await play('a time is requested');
    await move(harness, { id: appointmentId }, 'confirmed');
    await play('a confirmed appointment is read');
    await play('a check-in link');

    await play('the bundle of a structured physician order');
    await play('a physician-order session is created');
    await play('a physician-order session is read');
    await play('an open physician-order session is abandoned');
    await play('a physician-order session is created', { key: 'another' });
    await harness.control('POST', '/faults', {
      method: 'POST',
      path: `/v1/api-first/appointments/${appointmentId}/physician-order-sessions`,
      effect: { kind: 'in_progress', retry_after_seconds: 2 },
    });
    await play('a session that replaces an open one is created');
    const bundle = await full.get<{ existing_session_id: string }>(
      `/v1/api-first/appointments/${appointmentId}/physician-order-bundle`,
    );
    bind({ '5e550000-0000-4000-8000-000000000011': bundle.data.existing_session_id });
    await play('a physician-order session is read');
    await play('a physician-order session is finalized');
    await set({ physician_artifact_seconds: 0 });
    await play('a signed form');

    await play('another time is requested');
    await move(harness, { id: appointmentId }, 'confirmed');
    await play('an appointment is canceled');
    for (const to of ['results_in_progress', 'no_show']) {
      const other = await confirmed(harness, full);
      await move(harness, other, 'rescheduled', { scheduled_for: '2030-01-01T09:00:00-05:00' });
      await move(harness, other, to);
      if (to === 'results_in_progress') await move(harness, other, 'results_ready');
    }
    await play('results, which the specification does not show');
    await expectEvents(events.map(({ type }) => type).filter((type) => type.startsWith('appointment.')));
  });

  it('has a blank physician assessment as a PDF', async () => {
    const { name, request, response } = exchangeNamed('the blank physician assessment');
    const { status, headers } = await fetch(harness.url + request.path, {
      headers: { 'x-api-key': partner.apiKey },
    });
    expect([status, headers.get('content-type')]).toEqual([
      response.status,
      response.headers?.['Content-Type'],
    ]);
    played.add(name);
  });
});

describe('the journey on paper', () => {
  // Also [UPL-09]
  it('has the shapes of the fixtures [CEV-11]', async () => {
    const onPaper = await harness.partner({
      customer_consent_mode: 'api_partner_pdf',
      physician_order_mode: 'api_partner_pdf',
    });
    const replay = openReplay(harness.url, onPaper);
    const { play, bind } = replay;
    await register(onPaper, receiver.url);
    await set({ evidence_processing_seconds: null });
    const hash = 'd0c000000000000000000000000000000000000000000000000000000000000';
    bind({ [`${hash}1`]: sha256Of(document), [`${hash}2`]: sha256Of(document) });
    const end = (id: string, status: string) =>
      harness.control('POST', `/evidence/${id}/outcome`, { status });

    await play('an identity is created or updated');
    const consent = await play<Evidence>('consent evidence is created');
    await upload((await play<Evidence>('a replacement upload session of consent evidence')).data, {
      bytes: document,
    });
    await play('the upload of consent evidence is complete');
    await end(consent.data.id, 'accepted');
    await play('accepted consent evidence is read');
    await play('consent evidence is listed');

    bindOffering(replay, 1, pairOf('CALST'));
    bindOffering(replay, 2, pairOf('DEXA'));
    const name = "an order of a customer known by the partner's id, with consent on paper";
    const { data } = await play<Order>(name);
    const appointmentId = data.appointments[0]?.appointment_id ?? '';
    const appointmentPath = `/v1/appointments/${appointmentId}`;
    const pinned = await onPaper.get<QuestionnaireDefinition>(`${appointmentPath}/scheduling-questionnaire`);
    await onPaper.post(`${appointmentPath}/scheduling-questionnaire`, {
      questionnaire_definition_id: pinned.data.id,
      content_hash: pinned.data.content_hash,
      ...answered(pinned.data),
    });
    const [selected_appointment_date, ...others] = await offeredTimes(onPaper, pairOf('DEXA'));
    const times = { selected_appointment_date, alternate_availabilities: others.slice(0, 2) };
    await onPaper.post(`${appointmentPath}/schedule`, times);

    bind({ [appointment]: appointmentId });
    const physician = await play<Evidence>('physician-order evidence is created');
    await upload((await play<Evidence>('a replacement upload session of physician-order evidence')).data, {
      bytes: document,
    });
    await play('the upload of physician-order evidence is complete');
    await end(physician.data.id, 'rejected');
    await play('rejected physician-order evidence is read');
    await play('physician-order evidence is listed');

    await set({ evidence_processing_seconds: 0 });
    const paper = await consentOnPaper(onPaper, 'CALST');
    bind({ 'e71d0000-0000-4000-8000-000000000003': paper.evidence.id });
    await play("a prescreen of a customer known by the partner's id, with consent on paper", {
      body: { external_customer_id: 'customer-1' },
    });
    await expectEvents([
      'appointment.created',
      'appointment.requested',
      'customer_consent_evidence.accepted',
      'physician_order_evidence.rejected',
    ]);
  });
});

describe('the hosted flow', () => {
  it('has the shapes of the fixtures', async () => {
    const coBranded = await harness.partner({ flow: 'co_branded' });
    const { play, bind } = openReplay(harness.url, coBranded);
    const ordered = await order(coBranded, 'DEXA');
    const [primary = '', alternate = ''] = await offeredTimes(coBranded, ordered.pair);
    bind({
      '04de0000-0000-4000-8000-000000000003': ordered.orderId,
      '2027-03-09T09:00:00-05:00': primary,
      '2027-03-09T09:30:00-05:00': alternate,
    });
    await play('an order is handed to the hosted page');
    await play('a webhook endpoint is registered');
  });
});

it('has replayed each exchange', () => {
  expect(exchanges.map(({ name }) => name).filter((name) => !played.has(name))).toEqual([]);
});
