/** The signature of events, as the library of Standard Webhooks verifies it. */
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { readSettings } from '../../../server/config/config.ts';
import { standardWebhookHeaders, standardWebhookKey } from '../../../server/core/standard-webhooks.ts';
import { newSecret } from '../../support/event-receiver.ts';

const secret = newSecret();
const body = JSON.stringify({ id: 'evt_1', type: 'booking.confirmed', data: { subject: 'user-ß' } });
const signed = (over: { secrets?: string[]; atMs?: number } = {}) => {
  const keys = (over.secrets ?? [secret]).map(standardWebhookKey).filter((key) => key !== null);
  return standardWebhookHeaders({ id: 'evt_1', body }, keys, over.atMs ?? Date.now());
};
const verified = (headers: Record<string, string>, text = body, under = secret) =>
  new Webhook(under).verify(text, headers);

it('is accepted under the secret, and under both secrets of a rotation', () => {
  expect(verified(signed())).toEqual(JSON.parse(body));
  const next = newSecret();
  const headers = signed({ secrets: [secret, next] });
  for (const under of [secret, next]) expect(verified(headers, body, under)).toEqual(JSON.parse(body));
});

it.each<[string, () => unknown]>([
  ['forged under another secret', () => verified(signed({ secrets: [newSecret()] }))],
  ['of another body', () => verified(signed(), body.replace('confirmed', 'canceled'))],
  ['of another event', () => verified({ ...signed(), 'webhook-id': 'evt_2' })],
  [
    'of another time',
    () => verified({ ...signed(), 'webhook-timestamp': `${Math.floor(Date.now() / 1000) + 1}` }),
  ],
  ['older than five minutes', () => verified(signed({ atMs: Date.now() - 301_000 }))],
  ['from the future', () => verified(signed({ atMs: Date.now() + 302_000 }))],
  ['without a signature', () => verified({ ...signed(), 'webhook-signature': '' })],
])('is refused %s', (_, verify) => {
  expect(verify).toThrow();
});

it.each([
  ['without its prefix', secret.slice(6)],
  ['not in base64', 'whsec_%%%%'],
  ['too short', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['too long', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ['cut', secret.slice(0, -2)],
])('a secret that is %s is refused, and not repeated', (_, value) => {
  expect(standardWebhookKey(value)).toBeNull();
  const read = readSettings({ EVENTS_URL: 'https://clinic.example/events', EVENTS_SECRET: value });
  const faults = 'faults' in read ? read.faults : [];
  expect(faults).toContain('EVENTS_SECRET each must read whsec_ and 24 to 64 bytes in base64');
  expect(faults.join()).not.toContain(value);
});

it.each([
  [{ EVENTS_URL: 'http://clinic.example/events' }, 'EVENTS_URL each must be an https address'],
  [{ EVENTS_URL: 'https://name:word@clinic.example/' }, 'EVENTS_URL each must carry no credentials'],
  [{ EVENTS_URL: 'https://a.example/,https://a.example/' }, 'EVENTS_URL must name each address once'],
  [{ EVENTS_URL: 'https://a.example/' }, 'EVENTS_SECRET is needed'],
  [{ EVENTS_SECRET: secret }, 'EVENTS_URL is needed'],
])('the setting %j is refused', (env, says) => {
  const read = readSettings(env);
  expect('faults' in read && read.faults.join('\n')).toContain(says);
});
