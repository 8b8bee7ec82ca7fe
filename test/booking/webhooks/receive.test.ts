/** What the receiver accepts and what it refuses, byte for byte. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import { newEncryption } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { newTestStore } from '../../support/test-stores.ts';
import { newEvent, secret, signatureOf, webhookHarness } from '../../support/webhook-harness.ts';

const nowMs = 1_795_000_000_400;
const nowSeconds = 1_795_000_000;
const harness = async (over: Parameters<typeof webhookHarness>[1] = {}) =>
  webhookHarness(await newTestStore('sqlite'), { now: () => nowMs, ...over });

describe('the timestamp comes first [WHK-32] [T77]', () => {
  it.each([0, 1, -1, 300, -300])('accepts one that is %i s off [LIM-09] [WHK-32]', async (offset) => {
    const { deliver } = await harness();
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
  ])('refuses one that is %s with a valid signature', async (_, timestamp) => {
    const { deliver, events } = await harness();
    expect(await deliver({ timestamp })).toEqual({ status: 401, code: 'event_timestamp' });
    expect(await events()).toEqual([]);
  });

  it('refuses a timestamp or a signature that comes twice', async () => {
    const { deliver } = await harness();
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

describe('the signature covers the received bytes [WHK-30] [WHK-31] [T76]', () => {
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
  ])('accepts a body with %s', async (_, body) => {
    const { deliver } = await harness();
    expect(await deliver({ body })).toEqual({ status: 204, code: null });
  });

  it('refuses the same content in other bytes', async () => {
    const { deliver } = await harness();
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
  ])('refuses a signature that is %s, permanently [WHK-36] [GAP-115]', async (_, signature) => {
    const { deliver, events, logged } = await harness();
    expect(await deliver({ body, signature })).toEqual({ status: 401, code: 'event_signature' });
    expect(await events()).toEqual([]);
    expect(logged()).not.toContain(secret);
  });

  it('accepts hexadecimal in either case [GAP-88]', async () => {
    const { deliver } = await harness();
    expect(await deliver({ body, signature: right.toUpperCase() })).toMatchObject({ status: 204 });
  });

  it('accepts the old secret and the new one while both are set [GAP-88]', async () => {
    const { deliver } = await harness({ secrets: ['whsec_new-for-tests', secret] });
    expect(await deliver({ secret })).toMatchObject({ status: 204 });
    expect(await deliver({ secret: 'whsec_new-for-tests' })).toMatchObject({ status: 204 });
    expect(await deliver({ secret: 'whsec_older-for-tests' })).toMatchObject({ status: 401 });
  });

  it('reads and decrypts its secrets at most once a second under any number of forgeries', async () => {
    const store = await newTestStore('sqlite');
    const encryption = newEncryption();
    const clock = manualClock(Date.now());
    let opened = 0;
    const counted: typeof encryption = {
      ...encryption,
      decryptBytes: (...value) => {
        opened += 1;
        return encryption.decryptBytes(...value);
      },
    };
    const { deliver, secrets } = await webhookHarness(store, { encryption: counted, clock });
    const kept = { secret: 'whsec_kept-for-tests', callbackUrl: '', keyPrefix: 'invented' };
    await store.transaction((trx) => secrets.keep(trx, 'one', kept));
    const forge = async () => {
      const forged = Array.from({ length: 60 }, () => deliver({ secret: 'whsec_guessed' }));
      expect(new Set((await Promise.all(forged)).map(({ status }) => status))).toEqual(new Set([401]));
    };
    await forge();
    const once = opened;
    // The key of the data, and the secret.
    expect(once).toBeLessThanOrEqual(2);
    await forge();
    expect(opened).toBe(once);
    clock.advance(1_000);
    await forge();
    expect(opened).toBeGreaterThan(once);
    expect(opened).toBeLessThanOrEqual(2 * once);
    expect(await deliver({ secret: 'whsec_kept-for-tests' })).toMatchObject({ status: 204 });
  });

  it('accepts nothing when no secret is known', async () => {
    const { deliver } = await harness({ secrets: [] });
    expect(await deliver({ secret: '' })).toMatchObject({ status: 401 });
  });
});

describe('the body of a delivery', () => {
  it.each([
    ['empty', ''],
    ['no JSON', 'confirmed'],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['no object', '[]'],
    ['without an id', JSON.stringify({ ...newEvent(), id: undefined })],
  ])('refuses one that is %s with a signature', async (_, body) => {
    const { deliver, events } = await harness();
    expect(await deliver({ body })).toEqual({ status: 400, code: 'event_unreadable' });
    expect(await events()).toEqual([]);
  });

  it('must not be compressed', async () => {
    const { deliver } = await harness();
    const body = gzipSync(JSON.stringify(newEvent()));
    expect(await deliver({ body, headers: [['Content-Encoding', 'gzip']] })).toEqual({
      status: 415,
      code: 'event_compressed',
    });
  });

  it('may have 1 MiB and not a byte more, with a declared length or without', async () => {
    const { deliver } = await harness();
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

  it('may have any content type [GAP-91]', async () => {
    const { deliver } = await harness();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ])
      expect(await deliver({ headers: [['Content-Type', type]] })).toMatchObject({ status: 204 });
  });
});
