/** A completed write calls the one handler of its owner's kind, also where an older version wrote the row without one. */
import { describe, expect, it } from 'vitest';
import { createOutbox } from '../../server/jobs/outbox.ts';
import { type OwnerKind, ownerKindOf } from '../../server/jobs/write-owner.ts';
import { silentLog } from '../../server/observability/log.ts';
import { flows, writeKinds } from '../../server/upstream/write-kinds.ts';
import { newEncryption } from '../support/encryption-keys.ts';
import { newJobs } from '../support/jobs.ts';
import { saved } from '../support/outbox-harness.ts';
import { saveIdentity } from '../support/save-identity.ts';
import { scriptedServer } from '../support/scripted-server.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

it('knows the owner of every write of both flows', () => {
  const owners = flows.map((flow) => Object.keys(writeKinds[flow]).map((kind) => ownerKindOf(flow, kind)));
  expect(new Set(owners[0])).toEqual(
    new Set(['journey', 'appointment', 'evidence', 'physician_order', 'webhook_endpoint']),
  );
  expect(new Set(owners[1])).toEqual(new Set(['purchase', 'appointment', 'handoff', 'webhook_endpoint']));
  expect(ownerKindOf('full_api', 'appointment.schedule')).toBe('journey');
});

describe.each(storeKinds)('on %s', (kind) => {
  it.each([
    ['with its owner', 'evidence', 'evidence'],
    ['of an older version', null, 'journey'],
  ] as const)('a write %s calls one handler', async (_, ownerKind, called) => {
    const store = await newTestStore(kind);
    const { url } = await scriptedServer(saved);
    const encryption = newEncryption();
    const calls: OwnerKind[] = [];
    const newProcess = () => {
      const jobs = newJobs(store);
      const outbox = createOutbox({
        flow: 'full_api',
        store,
        encryption,
        jobs,
        http: upstreamHttp(url, { apiKey: 'prefix.secret', timeoutMs: 2_000 }),
        settings: { leaseMs: 5_000, retryLimit: 3, retryBaseMs: 10, retryCapMs: 10 },
        log: silentLog,
      });
      const [evidence, journey] = (['evidence', 'journey'] as const).map((each) =>
        outbox.owner<null>(each, async () => void calls.push(each)),
      );
      if (!evidence || !journey) throw new Error('no writes');
      return { jobs, evidence, journey };
    };
    // What a stopped process inserts is another's to send.
    const first = newProcess();
    await first.jobs.stop();
    const id = await store.transaction(async (trx) => {
      const made = await first.evidence.enqueue(trx, {
        ownerId: 'owner',
        customerId: 'customer-1',
        write: saveIdentity(),
      });
      await trx.updateTable('writes').set({ owner_kind: ownerKind }).where('id', '=', made).execute();
      return made;
    });
    const second = newProcess();
    expect(await second.journey.wait(id, 5_000)).toMatchObject({ state: 'settled' });
    await second.jobs.stop();
    expect(calls).toEqual([called]);
  });
});
