/** doctor: an endpoint of hooks that accepts the server's signature and refuses every other one, and those that do not. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { examineHooks } from '../../server/cli/examine-hooks.ts';
import type { HookName } from '../../server/contract/hooks-api.ts';
import { newSecret } from '../support/event-receiver.ts';
import { type HookPartner, keysOf, startHookPartner } from '../support/hook-endpoint.ts';

let partner: HookPartner;
beforeAll(async () => {
  partner = await startHookPartner();
});
afterAll(() => partner.close());
beforeEach(() => {
  partner.isGuarded = true;
  partner.respond = null;
  partner.calls.length = 0;
});

const examine = async (over: { url?: string; secret?: string } = {}) => {
  const names: HookName[] = ['payment', 'verifySubject'];
  const findings = await examineHooks({
    url: over.url ?? partner.url,
    keys: keysOf(over.secret ?? partner.secret),
    names,
  });
  return findings.map(({ level, says }) => `${level} ${says}`);
};

it('finds no fault, and calls no hook', async () => {
  expect(await examine()).toEqual([
    'ok HOOKS_URL accepts the signature of HOOKS_SECRET.',
    'ok The hook "payment" refuses a forged signature.',
    'ok The hook "verifySubject" refuses a forged signature.',
  ]);
  expect(partner.calls.map(({ name }) => name)).toEqual(['check']);
});

it.each<[string, { url?: string; secret?: string }, () => void, RegExp]>([
  ['is not there', { url: 'http://127.0.0.1:9' }, () => {}, /^fault HOOKS_URL cannot be reached from here/],
  [
    'has another secret',
    { secret: newSecret() },
    () => {},
    /^fault HOOKS_URL refuses the signature of HOOKS_SECRET/,
  ],
  [
    'does not know "check"',
    {},
    () => (partner.respond = (response) => response.writeHead(404).end()),
    /^fault HOOKS_URL does not answer "check".*hook_status_404/,
  ],
  [
    'checks no signature',
    {},
    () => {
      partner.isGuarded = false;
      partner.respond = (response) => response.end('{"result":true}');
    },
    /^fault The hook "payment" does not refuse a forged signature.*\n.*\nwarning HOOKS_URL accepts a request of ten minutes ago/m,
  ],
  [
    'lacks a hook that is listed',
    {},
    () => {
      partner.isGuarded = false;
      partner.respond = (response) => response.writeHead(404).end();
    },
    /^fault HOOKS names "payment", which HOOKS_URL does not have/m,
  ],
])('finds an endpoint that %s', async (_, over, arrange, words) => {
  arrange();
  expect((await examine(over)).join('\n')).toMatch(words);
});
