/**
 * Each write of each flow, stopped at each point: another process takes it over with its key and bytes, its owner moves
 * once, and what the stopped process brings when it wakes is refused. The tests killed.test.ts of the booking and of the
 * handoff show with real processes that a kill leaves no more behind than such a stop does.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../../server/contract/json-schema.ts';
import type { Encryption } from '../../../server/core/store/encryption.ts';
import {
  type Flow,
  flows,
  type WriteKind,
  writeKind,
  writeKinds,
} from '../../../server/upstream/write-kinds.ts';
import { createOutbox } from '../../../server/upstream/writes/outbox.ts';
import type { TestPoint } from '../../../server/upstream/writes/write.ts';
import { exampleOf } from '../../sandbox/schema-example.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Received, scriptedServer, success } from '../../support/scripted-server.ts';
import {
  newStoreSettings,
  openTestStore,
  type StoreSettings,
  storeKinds,
} from '../../support/test-stores.ts';
import { upstreamHttp } from '../../support/upstream-client.ts';

const leaseMs = 5_000;
const points = ['after_commit', 'after_send', 'after_answer', 'after_settle'] as const;
const kindsOf = <F extends Flow>(flow: F) => Object.keys(writeKinds[flow]) as WriteKind<F>[];
const example = (schema: z.ZodType) =>
  exampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) as object;
/** The values of a path's parameters; each write has its own path. */
const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `the-${name}`]));
const pathOf = (path: string) => path.replace(/\{(\w+)\}/g, 'the-$1');

interface Setup<F extends Flow> {
  flow: F;
  settings: StoreSettings;
  url: string;
  encryption: Encryption;
}

/** A process's outbox; each completed write leaves one row, which a second completion could not insert. */
async function outboxOf<F extends Flow>(
  { flow, settings, url, encryption }: Setup<F>,
  clock: ManualClock | (() => number),
  testPoint: TestPoint = () => {},
) {
  const store = await openTestStore(settings);
  const jobs = newJobs(store, clock);
  onTestFinished(() => jobs.stop());
  const logged: string[] = [];
  const outbox = createOutbox({
    flow,
    store,
    encryption,
    jobs,
    http: upstreamHttp(url),
    settings: {
      waitTimeoutMs: 2_500,
      leaseMs,
      retryLimit: 6,
      retryBaseMs: 10,
      retryCapMs: 40,
      parkedRetryMs: 60_000,
      probeMs: 60_000,
    },
    log: (event) => void logged.push(event),
    testPoint,
  });
  const writes = outbox.owner<null>('journey', ({ write }, commit) =>
    commit(async (trx) => {
      const moved = { journey_id: write.id, step: 'completed', body: '', updated_at: 0 };
      await trx.insertInto('drafts').values(moved).execute();
      return null;
    }),
  );
  async function enqueue(kind: WriteKind<F>): Promise<string> {
    const { path, body } = writeKind(flow, kind);
    const write = { kind, params: paramsOf(path), body: body && example(body) };
    return store.transaction((trx) =>
      writes.enqueue(trx, { ownerId: kind, customerId: 'customer-1', write }),
    );
  }
  return { store, jobs, logged, enqueue };
}

/** Answers each write as its kind is answered, with one more field: a handoff without any is no success. */
async function upstreamOf(flow: Flow): Promise<{ url: string; received: Received[] }> {
  const entries = Object.values(writeKinds[flow]);
  return scriptedServer((response, request) => {
    const entry = entries.find(({ path }) => pathOf(path) === request.url);
    if (!entry) return void response.writeHead(404).end();
    success({ ...example(entry.response.named), note: 'done' }, 201)(response, request);
  });
}

describe.each(storeKinds)('On %s', (kind) => {
  describe.each(flows)('each write of %s', (flow) => {
    it.each(points)('happens once when its process stops %s [IDEM-04] [IDEM-05]', async (point) => {
      const { url, received } = await upstreamOf(flow);
      const setup = { flow, settings: await newStoreSettings(kind), url, encryption: newEncryption() };
      const kinds = kindsOf(flow);
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      let stopped = 0;
      // Its clock does not move: it renews no lease.
      const first = await outboxOf(setup, manualClock(Date.now()), (at) => {
        if (at !== point) return;
        stopped += 1;
        return woken;
      });
      // Its stop waits for what it does.
      onTestFinished(() => wake());
      const ids: string[] = [];
      for (const each of kinds) ids.push(await first.enqueue(each));
      await eventually(() => stopped === kinds.length);

      const second = await outboxOf(setup, () => Date.now() + leaseMs);
      second.jobs.start();
      const settled = async () => {
        const rows = await second.store.db.selectFrom('writes').select(['id', 'state']).execute();
        return rows.every(({ state }) => state === 'settled');
      };
      await eventually(settled);
      wake();
      const refused = () => first.logged.filter((event) => event === 'write.lease_lost').length;
      if (point !== 'after_settle') await eventually(() => refused() === kinds.length);

      const completed = await second.store.db.selectFrom('drafts').select('journey_id').execute();
      expect(completed.map(({ journey_id }) => journey_id).sort()).toEqual(ids.sort());
      expect(await settled()).toBe(true);
      for (const each of kinds) {
        const path = pathOf(writeKind(flow, each).path);
        const sent = received.filter((request) => request.url === path);
        const tries = new Set(sent.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`));
        expect([each, tries.size]).toEqual([each, 1]);
      }
    });
  });

  it('leaves nothing of a write whose process stops before the commit [IDEM-04]', async () => {
    const { url, received } = await upstreamOf('full_api');
    const setup = {
      flow: 'full_api' as const,
      settings: await newStoreSettings(kind),
      url,
      encryption: newEncryption(),
    };
    const first = await outboxOf(setup, Date.now, (at) => {
      if (at === 'before_commit') throw new Error('stopped');
    });
    for (const each of kindsOf('full_api')) await expect(first.enqueue(each)).rejects.toThrow('stopped');
    expect(await first.store.db.selectFrom('writes').selectAll().execute()).toEqual([]);
    expect(received).toEqual([]);
  });
});
