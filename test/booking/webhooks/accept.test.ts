/** A genuine delivery is stored once, on disk before it is acknowledged. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventHeaders, eventTypes } from '../../../server/contract/upstream-webhooks.ts';
import { assumptionsWith } from '../../support/assumptions.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import { eventually } from '../../support/eventually.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';
import { appointmentId, newEvent, webhookHarness } from '../../support/webhook-harness.ts';

describe.each(storeKinds)('on %s', (kind) => {
  const onStore = async (over: Parameters<typeof webhookHarness>[1] = {}) => {
    const harness = await webhookHarness(await newTestStore(kind), over);
    harness.webhooks.start();
    return harness;
  };

  it('commits the event and its effect before it acknowledges [WHK-34] [T81]', async () => {
    const { deliver, events, due } = await onStore();
    const event = newEvent();
    expect(await deliver({ body: JSON.stringify(event) })).toMatchObject({ status: 204 });
    expect(await events()).toMatchObject([{ id: event.id, type: event.type }]);
    expect((await due()).length).toBeLessThanOrEqual(1);
  });

  it('stores the whole event with unknown fields, encrypted [WHK-09]', async () => {
    const { deliver, events, store, encryption } = await onStore();
    const body = JSON.stringify({ ...newEvent(), unheard_of: { canary: true } });
    await deliver({ body });
    const [row] = await events();
    expect(row?.body).not.toContain('canary');
    const kept = await decrypted<string>(store.db, encryption, 'webhook_events', 'body', row ?? {});
    expect(Buffer.from(kept, 'base64').toString()).toBe(body);
  });

  // Also [T80]
  it('accepts an event once, for any timestamp and signature [WHK-35] [WHK-41] [T78]', async () => {
    let nowMs = Date.now();
    const { deliver, events, reads } = await onStore({ now: () => nowMs });
    const body = JSON.stringify(newEvent());
    for (let tries = 0; tries < 6; tries++) {
      expect(await deliver({ body })).toEqual({ status: 204, code: null });
      nowMs += 60_000;
    }
    expect(await events()).toHaveLength(1);
    await eventually(() => reads.length === 1);
  });

  it('accepts an event whose version is an object that does not convert to text [WHK-46]', async () => {
    const { deliver } = await onStore();
    const event = { ...newEvent(), payload_version: { toString: null }, sequence: [{ toString: 1 }] };
    expect(await deliver({ body: JSON.stringify(event) })).toMatchObject({ status: 204 });
  });

  it('refuses an id or a type with a NUL, which some databases cannot store', async () => {
    const { deliver, events } = await onStore();
    for (const name of ['id', 'type'])
      expect(await deliver({ body: JSON.stringify({ ...newEvent(), [name]: 'a\0b' }) })).toEqual({
        status: 400,
        code: 'event_unreadable',
      });
    expect(await events()).toEqual([]);
  });

  it('reads the id only from the body, because the headers are not signed [WHK-33] [T79] [GAP-90]', async () => {
    const { deliver, events, reads, logged } = await onStore();
    const event = newEvent();
    const forged: [string, string][] = [
      [eventHeaders.eventId, randomUUID()],
      [eventHeaders.sequence, '99'],
      [eventHeaders.payloadVersion, '1999-01-01'],
    ];
    expect(await deliver({ body: JSON.stringify(event), headers: forged })).toMatchObject({ status: 204 });
    forged[0] = [eventHeaders.eventId, randomUUID()];
    expect(await deliver({ body: JSON.stringify(event), headers: forged })).toMatchObject({ status: 204 });
    expect(await events()).toMatchObject([{ id: event.id }]);
    await eventually(() => reads.length === 1);
    expect(logged()).toContain('webhook.header_differs');
  });

  it('makes one effect of concurrent deliveries', async () => {
    const { deliver, events, reads, webhooks } = await onStore();
    const body = JSON.stringify(newEvent());
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver({ body })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await events()).toHaveLength(1);
    await webhooks.idle();
    expect(reads).toEqual([`appointment:${appointmentId}`]);
  });

  it('asks for a retry when it cannot store the event [WHK-36] [T80]', async () => {
    const store = await newTestStore(kind);
    const { deliver, events } = await webhookHarness(store);
    const body = JSON.stringify(newEvent());
    for (const table of ['webhook_secrets', 'webhook_events', 'webhook_reads'] as const) {
      await store.db.schema.alterTable(table).renameTo('away').execute();
      expect(await deliver({ body })).toEqual({ status: 503, code: 'event_not_stored' });
      await store.db.schema.alterTable('away').renameTo(table).execute();
    }
    // Nothing of the failed tries is left that would take the next for a duplicate.
    expect(await events()).toEqual([]);
    expect(await deliver({ body })).toMatchObject({ status: 204 });
    expect(await events()).toHaveLength(1);
  });

  it.each(eventTypes)(
    // Also [WHK-16] [WHK-17] [WHK-18] [WHK-19] [WHK-20] [WHK-22] [WHK-23]
    'accepts %s [WHK-13] [WHK-14] [WHK-15]',
    async (type) => {
      const { deliver, reads } = await onStore();
      const evidence_id = randomUUID();
      const object = type.includes('evidence')
        ? { evidence_id, status: 'accepted' }
        : { appointment_id: appointmentId };
      await deliver({ body: JSON.stringify(newEvent({ type, data: { object } })) });
      await eventually(() => reads.length === 1);
      const kindOfRead = type.startsWith('customer')
        ? 'consent_evidence'
        : type.startsWith('physician')
          ? 'physician_evidence'
          : 'appointment';
      expect(reads).toEqual([`${kindOfRead}:${kindOfRead === 'appointment' ? appointmentId : evidence_id}`]);
    },
  );

  const told = { appointment_id: appointmentId, status: 'confirmed' };
  it.each([
    ['as JSON text', { data: JSON.stringify({ object: told }) }],
    ['without an object', { data: told }],
    ['beside its type', { data: undefined, ...told }],
    ['under a number as its id', { id: 4711 }],
  ])('reads what an event names %s, once [WHK-46]', async (_, changes) => {
    const { deliver, reads, webhooks } = await onStore();
    const body = JSON.stringify({ ...newEvent(), ...changes });
    for (let times = 0; times < 2; times++) expect(await deliver({ body })).toMatchObject({ status: 204 });
    await webhooks.idle();
    expect(reads).toEqual([`appointment:${appointmentId}`]);
  });

  it.each([
    ['a type', { type: 'member.sneezed' }],
    ['a version', { payload_version: '2031-07-01' }],
    ['a shape of its data', { data: { object: { appointment_id: 17 } } }],
  ])('stores and acknowledges the unknown %s [WHK-46]', async (_, changes) => {
    const { deliver, events } = await onStore();
    expect(await deliver({ body: JSON.stringify(newEvent(changes)) })).toMatchObject({ status: 204 });
    expect(await events()).toHaveLength(1);
  });

  it('acknowledges an event without its usual data', async () => {
    const { deliver, events } = await onStore();
    const { data: _, ...bare } = newEvent();
    expect(await deliver({ body: JSON.stringify({ ...bare, sequence: 'vii' }) })).toMatchObject({
      status: 204,
    });
    expect(await events()).toHaveLength(1);
  });
});

it.each([
  ['apt/17', 'apt/17'],
  ['urn:apt:1.7', 'urn:apt:1.7'],
  [17, '17'],
])('reads the appointment and the evidence %j, as other responses name them', async (id, ref) => {
  const { deliver, reads, webhooks } = await webhookHarness(await newTestStore('sqlite'));
  webhooks.start();
  const object = { evidence_id: id, appointment_id: id };
  const type = 'customer_consent_evidence.accepted';
  await deliver({ body: JSON.stringify(newEvent({ type, data: { object } })) });
  await eventually(() => reads.length === 2);
  expect(reads.toSorted()).toEqual([`appointment:${ref}`, `consent_evidence:${ref}`]);
});

it.each(['evidence_id', 'id', 'customer_consent_evidence_id'])(
  'finds the evidence under %s [GAP-89]',
  async (name) => {
    const { deliver, reads, webhooks } = await webhookHarness(await newTestStore('sqlite'));
    webhooks.start();
    const object = { [name]: 'ev-1', appointment_id: appointmentId };
    await deliver({
      body: JSON.stringify(newEvent({ type: 'customer_consent_evidence.rejected', data: { object } })),
    });
    await eventually(() => reads.length === 2);
    expect(reads.toSorted()).toEqual([`appointment:${appointmentId}`, 'consent_evidence:ev-1']);
  },
);

it('reads its pinned versions, and stores the others for the reconciliation [VER-04]', async () => {
  const assumptions = assumptionsWith({ webhook: { payloadVersions: ['2025-01-01', '2025-09-01'] } });
  const store = await newTestStore('sqlite');
  const { deliver, events, due, webhooks, reads } = await webhookHarness(store, { assumptions });
  for (const payload_version of ['2025-01-01', '2026-02-01', '2025-09-01', 20250101]) {
    const data = { object: { appointment_id: `of-${payload_version}` } };
    const body = JSON.stringify({ ...newEvent({ data }), payload_version });
    expect(await deliver({ body })).toMatchObject({ status: 204 });
  }
  expect(await events()).toHaveLength(4);
  webhooks.start();
  await eventually(async () => (await due()).length === 0 && reads.length > 1);
  expect(reads.toSorted()).toEqual(['appointment:of-2025-01-01', 'appointment:of-2025-09-01']);
});
