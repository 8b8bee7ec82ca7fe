/** Each write of a structured order meets each fault: one effect, one key, and the physician ends where they should. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { harness, startPhysicians } from '../../support/physician-harness.ts';

const writes = [
  ['session', '/v1/api-first/appointments/*/physician-order-sessions', 'physician_sessions'],
  ['finalize', '/v1/api-first/physician-order-sessions/*/finalize', 'physician_finalizations'],
  ['abandon', '/v1/api-first/physician-order-sessions/*/abandon', null],
] as const;

const faults = [
  ['cut before commit', { kind: 'drop_before' }, 1],
  ['cut after commit', { kind: 'drop_after' }, 1],
  ['in progress twice', { kind: 'in_progress', retry_after_seconds: 0 }, 2],
  ['503 with seconds', { kind: 'status', status: 503, headers: { 'Retry-After': '0' } }, 2],
  ['429', { kind: 'status', status: 429 }, 1],
  ['no JSON', { kind: 'malformed' }, 1],
] as const;

let service: FullApiServer;
beforeAll(async () => {
  service = await startPhysicians('structured_api');
});
afterAll(() => service.stop());

describe.each(writes)('The write of the %s', (name, path, effect) => {
  it.each(faults)('survives: %s [PHY-09] [PHY-24] [PHY-26]', async (fault, effectOfFault, times) => {
    const { sandbox } = service;
    const { clinician } = await harness(service, `${name}-${fault.replaceAll(' ', '-')}`);
    const before = await sandbox.ledger();
    const seen = (await sandbox.requests()).length;
    await sandbox.fault('POST', path, effectOfFault, { times });
    const shown = await clinician.prepare();
    if (name === 'abandon') await clinician.until('provider', 'POST', '/abandon');
    else await clinician.sign(shown);
    const after = await sandbox.ledger();
    if (effect) expect((after[effect] ?? 0) - (before[effect] ?? 0)).toBe(1);
    const pattern = new RegExp(`^${path.replaceAll('*', '[^/]+')}$`);
    const sent = (await sandbox.requests())
      .slice(seen)
      .filter(({ method, path: at }) => method === 'POST' && pattern.test(at));
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map((request) => request.idempotency_key)).size).toBe(1);
    expect(new Set(sent.map((request) => request.body_sha256)).size).toBe(1);
  });
});
