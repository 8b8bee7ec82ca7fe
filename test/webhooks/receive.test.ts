/** What the receiver takes and what it refuses, byte for byte. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventHeaders, eventTypes } from '../../server/contract/upstream-webhooks.ts';
import { newTestStore, storeKinds } from '../store/test-stores.ts';
import { eventually } from '../writes/journal-stand.ts';
import { appointmentId, newEvent, secret, signatureOf, webhookStand } from './webhook-stand.ts';

const nowMs = 1_795_000_000_400;
const nowSeconds = 1_795_000_000;
const stand = async (over: Parameters<typeof webhookStand>[1] = {}) =>
  webhookStand(await newTestStore('sqlite'), { now: () => nowMs, ...over });

describe('the timestamp comes first [WHK-32, T77]', () => {
  it.each([0, 1, -1, 300, -300])('takes one that is %i s off', async (offset) => {
    const { deliver } = await stand();
    expect(await deliver({ timestamp: String(nowSeconds + offset) })).toEqual({ status: 204, code: null });
  });

  it.each([
    ['301 s ago', String(nowSeconds - 301)],
    ['in 301 s', String(nowSeconds + 301)],
    ['in milliseconds', String(nowMs)],
    ['empty', ''],
    ['with its name', `t=${nowSeconds}`],
    ['in exponents', '1.7950000004e9'],
    ['short, in exponents', '1e3'],
    ['not a number', 'NaN'],
    ['a number and more', `${nowSeconds}abc`],
    ['12abc', '12abc'],
    ['a fraction', `${nowSeconds}.0`],
    ['signed', `+${nowSeconds}`],
    ['negative', `-${nowSeconds}`],
    ['hexadecimal', `0x${nowSeconds.toString(16)}`],
    ['padded with zeros', `0${nowSeconds}`],
    ['a list', `${nowSeconds}, ${nowSeconds}`],
    ['endless', '9'.repeat(400)],
  ])('refuses one that is %s, however well it is signed', async (_, timestamp) => {
    const { deliver, events } = await stand();
    expect(await deliver({ timestamp })).toEqual({ status: 401, code: 'event_timestamp' });
    expect(await events()).toEqual([]);
  });

  it('refuses a timestamp or a signature that comes twice', async () => {
    const { deliver } = await stand();
    const timestamp = String(nowSeconds);
    const body = JSON.stringify(newEvent());
    const twice = (name: string, value: string): [string, string][] => [
      [name, value],
      [name, value],
    ];
    expect(await deliver({ body, headers: twice(eventHeaders.timestamp, timestamp) })).toMatchObject({
      status: 401,
    });
    expect(
      await deliver({ body, headers: twice(eventHeaders.signature, signatureOf(timestamp, body)) }),
    ).toEqual({ status: 401, code: 'event_signature' });
  });
});

describe('the signature is over the bytes as they came [WHK-30, WHK-31, T76]', () => {
  const spaced = ` { "id":"${randomUUID()}",\r\n"type" : "appointment.created", "data":{"object":{}}, "n":1.0 }\r\n`;

  it.each([
    ['carriage returns and odd spaces', spaced],
    ['a byte order mark', `\ufeff${spaced}`],
    ['no ASCII', JSON.stringify({ ...newEvent(), note: 'ünï\u2028cödé 🙂' })],
    [
      'escapes that a serializer would undo',
      JSON.stringify(newEvent()).replace('confirmed', '\\u0063onfirmed'),
    ],
    [
      'a sequence beyond what a number holds',
      JSON.stringify(newEvent()).replace('"sequence":1', '"sequence":12345678901234567890'),
    ],
  ])('takes a body with %s', async (_, body) => {
    const { deliver } = await stand();
    expect(await deliver({ body })).toEqual({ status: 204, code: null });
  });

  it('refuses the same content in other bytes', async () => {
    const { deliver } = await stand();
    expect(await deliver({ body: spaced, signs: JSON.stringify(JSON.parse(spaced)) })).toMatchObject({
      status: 401,
    });
  });

  const body = JSON.stringify(newEvent());
  const right = signatureOf(String(nowSeconds), body);
  it.each([
    ['absent', ''],
    ['cut short', right.slice(0, 62)],
    ['odd in length', right.slice(0, 63)],
    ['too long', `${right}00`],
    ['not hexadecimal', `${right.slice(0, 62)}zz`],
    ['with its scheme', `sha256=${right}`],
    ['in base64', Buffer.from(right, 'hex').toString('base64')],
    ['of one wrong bit', right.slice(0, 63) + (right.endsWith('0') ? '1' : '0')],
    ['under another secret', signatureOf(String(nowSeconds), body, 'whsec_other')],
    ['under no secret', signatureOf(String(nowSeconds), body, '')],
    ['of another second', signatureOf(String(nowSeconds - 1), body)],
    ['without the timestamp', signatureOf('', body).replace(/^/, '')],
  ])('refuses a signature that is %s, for good [WHK-36, GAP-115]', async (_, signature) => {
    const { deliver, events, logged } = await stand();
    expect(await deliver({ body, signature })).toEqual({ status: 401, code: 'event_signature' });
    expect(await events()).toEqual([]);
    expect(logged()).not.toContain(secret);
  });

  it('takes hexadecimal in either case [GAP-88]', async () => {
    const { deliver } = await stand();
    expect(await deliver({ body, signature: right.toUpperCase() })).toMatchObject({ status: 204 });
  });

  it('takes the old secret and the new one while both are set [GAP-88]', async () => {
    const { deliver } = await stand({ secrets: ['whsec_new', secret] });
    expect(await deliver({ secret })).toMatchObject({ status: 204 });
    expect(await deliver({ secret: 'whsec_new' })).toMatchObject({ status: 204 });
    expect(await deliver({ secret: 'whsec_older' })).toMatchObject({ status: 401 });
  });

  it('takes nothing where no secret is known', async () => {
    const { deliver } = await stand({ secrets: [] });
    expect(await deliver({ secret: '' })).toMatchObject({ status: 401 });
  });
});

describe('of the body', () => {
  it.each([
    ['empty', ''],
    ['no JSON', 'confirmed'],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['no object', '[]'],
    ['without an id', JSON.stringify({ ...newEvent(), id: undefined })],
  ])('refuses one that is %s although it is signed', async (_, body) => {
    const { deliver, events } = await stand();
    expect(await deliver({ body })).toEqual({ status: 400, code: 'event_unreadable' });
    expect(await events()).toEqual([]);
  });

  it('takes no compressed one', async () => {
    const { deliver } = await stand();
    const body = gzipSync(JSON.stringify(newEvent()));
    expect(await deliver({ body, headers: [['Content-Encoding', 'gzip']] })).toEqual({
      status: 415,
      code: 'event_compressed',
    });
  });

  it('takes 1 MiB and not a byte more, announced or not', async () => {
    const { deliver } = await stand();
    const whole = (bytes: number) => {
      const empty = JSON.stringify({ ...newEvent(), note: '' });
      return empty.replace('"note":""', `"note":"${'x'.repeat(bytes - empty.length)}"`);
    };
    expect(await deliver({ body: whole(1024 * 1024) })).toMatchObject({ status: 204 });
    const tooLarge = { status: 413, code: 'event_too_large' };
    expect(await deliver({ body: whole(1024 * 1024 + 1) })).toEqual(tooLarge);
    expect(
      await deliver({ body: whole(1024 * 1024 + 1), headers: [['Transfer-Encoding', 'chunked']] }),
    ).toEqual(tooLarge);
  });

  it('takes any content type [GAP-91]', async () => {
    const { deliver } = await stand();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ])
      expect(await deliver({ headers: [['Content-Type', type]] })).toMatchObject({ status: 204 });
  });
});

describe.each(storeKinds)('on %s', (kind) => {
  const onStore = async (over: Parameters<typeof webhookStand>[1] = {}) =>
    webhookStand(await newTestStore(kind), over);

  it('has the event and what follows from it on disk before it says so [WHK-34, T81]', async () => {
    const { deliver, events, due } = await onStore();
    const event = newEvent();
    expect(await deliver({ body: JSON.stringify(event) })).toMatchObject({ status: 204 });
    expect(await events()).toMatchObject([{ id: event.id, type: event.type }]);
    expect((await due()).length).toBeLessThanOrEqual(1);
  });

  it('keeps the event whole, unknown fields too, and none of it in clear [WHK-09]', async () => {
    const { deliver, events, seal } = await onStore();
    const body = JSON.stringify({ ...newEvent(), unheard_of: { canary: true } });
    await deliver({ body });
    const [row] = await events();
    expect(row?.body).not.toContain('canary');
    expect(Buffer.from(await seal.open<string>(row?.body ?? ''), 'base64').toString()).toBe(body);
  });

  it('takes an event once, whatever its timestamp and signature [WHK-35, WHK-41, T78, T80]', async () => {
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

  it('takes the id from the body alone; the headers are not signed [WHK-33, T79, GAP-90]', async () => {
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

  it('makes one effect of deliveries that come at once', async () => {
    const { deliver, events, reads } = await onStore();
    const body = JSON.stringify(newEvent());
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver({ body })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await events()).toHaveLength(1);
    await eventually(() => reads.length === 1);
    await new Promise((done) => setTimeout(done, 100));
    expect(reads).toEqual([`appointment:${appointmentId}`]);
  });

  it('asks to be tried again where it cannot store [WHK-36, T80]', async () => {
    const store = await newTestStore(kind);
    const { deliver, events } = await webhookStand(store);
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
    'takes %s [WHK-13, WHK-14, WHK-15, WHK-16, WHK-17, WHK-18, WHK-19, WHK-20, WHK-22, WHK-23]',
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

  it.each([
    ['a type', { type: 'member.sneezed' }],
    ['a version', { payload_version: '2031-07-01' }],
    ['a shape of its data', { data: { object: { appointment_id: 17 } } }],
  ])('stores and acknowledges %s that it does not know [WHK-46]', async (_, changes) => {
    const { deliver, events } = await onStore();
    expect(await deliver({ body: JSON.stringify(newEvent(changes)) })).toMatchObject({ status: 204 });
    expect(await events()).toHaveLength(1);
  });

  it('acknowledges an event whose data are not where they were', async () => {
    const { deliver, events } = await onStore();
    const { data: _, ...bare } = newEvent();
    expect(await deliver({ body: JSON.stringify({ ...bare, sequence: 'vii' }) })).toMatchObject({
      status: 204,
    });
    expect(await events()).toHaveLength(1);
  });
});

it.each(['evidence_id', 'id', 'customer_consent_evidence_id'])(
  'finds the evidence under %s [GAP-89]',
  async (name) => {
    const { deliver, reads } = await stand();
    const object = { [name]: 'ev-1', appointment_id: appointmentId };
    await deliver({
      body: JSON.stringify(newEvent({ type: 'customer_consent_evidence.rejected', data: { object } })),
    });
    await eventually(() => reads.length === 2);
    expect(reads.toSorted()).toEqual([`appointment:${appointmentId}`, 'consent_evidence:ev-1']);
  },
);
