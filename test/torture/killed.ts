/**
 * SIGKILL of the server within each logical write of a booking, at a point that the seed draws: each write once at the
 * service in the end, under one key and with the same bytes, and the customer at the end of the journey.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../examples/free-port.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { answerStep, choosePlace } from '../journey/booking.ts';
import { Customer } from '../journey/customer.ts';
import { developmentKeys } from '../journey/keys.ts';
import { Sandbox } from '../journey/sandbox.ts';
import { startServer } from './server-process.ts';
import type { Verdict } from './verdict.ts';

const origin = 'https://clinic.example';
const points = ['before_commit', 'after_commit', 'after_send', 'after_answer', 'after_settle'] as const;
const writes = [
  ['identity.save', 'identities', /identities$/],
  ['consent_session.create', 'consent_sessions', /consent-sessions$/],
  ['consent_session.finalize', 'consent_grants', /finalize$/],
  ['prescreen.submit', 'prescreens', /submissions$/],
  ['order.place', 'orders', /orders$/],
  ['questionnaire.submit', 'questionnaire_submissions', /scheduling-questionnaire$/],
  ['appointment.schedule', 'schedule_requests', /schedule$/],
] as const;
const turnsAtMost = 80;

export async function killed(random: () => number, rounds: number): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const point of points) {
    const faults: string[] = [];
    const resumedMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const found = await bookThroughDeaths(point, random);
      faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`));
      resumedMs.push(...found.resumedMs);
    }
    resumedMs.sort((a, b) => a - b);
    const median = resumedMs[Math.floor(resumedMs.length / 2)] ?? 0;
    verdicts.push({
      what: `SIGKILL ${point.replace('_', ' ')}, each of ${writes.length} writes`,
      rounds,
      faults,
      figures: `${resumedMs.length} deaths; back for the customer in ${median.toFixed(0)} ms, at most ${resumedMs.at(-1)?.toFixed(0)} ms`,
    });
  }
  return verdicts;
}

const moved = (error: unknown) =>
  error instanceof Error && 'reply' in error && Object(error.reply).body?.code === 'journey_moved';

/** One booking in which each write kills the process that makes it; the next one is started at once. */
async function bookThroughDeaths(point: string, random: () => number) {
  const dir = await mkdtemp(join(tmpdir(), 'dx-torture-'));
  const upstream = await startSandbox();
  const sandbox = new Sandbox(upstream.url);
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: (await sandbox.standingKey()).api_key,
    ORIGINS: origin,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    UPSTREAM_TIMEOUT_SECONDS: '0.9',
    WRITE_LEASE_SECONDS: '1',
    WRITE_RETRY_BASE_SECONDS: '0.05',
    ...(await developmentKeys()),
  };
  const doomed = [...writes];
  const resumedMs: number[] = [];
  let diedAt = 0;
  const next = () => startServer({ ...env, DIES_AT: point, DIES_ON: doomed[0]?.[0] ?? '' });
  let server = await next();
  const faults: string[] = [];
  try {
    const customer = new Customer(url, origin, `customer-${Math.floor(random() * 1e9)}`);
    /** Where the server is dead, its successor is asked how the journey stands. */
    const through = async <T>(doing: () => Promise<T>): Promise<T | null> => {
      try {
        return await doing();
      } catch (error) {
        // It moved on meanwhile: the page reads it again, as the problem tells it to.
        if (moved(error)) return null;
        const isDead = server.exitCode !== null || server.signalCode !== null;
        if (!isDead && !(error instanceof TypeError)) throw error;
        if (!isDead) await once(server, 'exit');
        diedAt = performance.now();
        doomed.shift();
        server = await next();
        await customer.signIn();
        return null;
      }
    };
    let view = await choosePlace(customer, 'CALST');
    for (let turns = 0; turns < turnsAtMost && view.shows.step !== 'sent'; turns += 1) {
      const now = view;
      const seen = await through(() => answerStep(customer, now));
      view = seen ?? (await through(() => customer.read())) ?? view;
      if (diedAt > 0 && seen === null) resumedMs.push(performance.now() - diedAt);
    }
    if (view.shows.step !== 'sent') faults.push(`the customer is left at ${view.shows.step}`);
    if (doomed.length > 0) faults.push(`no process died of ${doomed.map(([kind]) => kind).join(', ')}`);
    const ledger = await sandbox.ledger();
    const requests = await sandbox.requests();
    for (const [kind, effect, path] of writes) {
      if (ledger[effect] !== 1) faults.push(`${kind}: ${ledger[effect]} effects`);
      const sent = requests.filter((request) => request.method === 'POST' && path.test(request.path));
      const keys = new Set(sent.map((request) => request.idempotency_key));
      // A write that was never committed was never sent either: its successor has a key of its own, and is the first.
      if (keys.size !== 1) faults.push(`${kind}: ${keys.size} keys`);
      if (new Set(sent.map((request) => request.body_sha256)).size !== 1)
        faults.push(`${kind}: several bodies`);
    }
  } finally {
    server.kill('SIGKILL');
    await upstream.close();
    await rm(dir, { recursive: true, force: true });
  }
  return { faults, resumedMs };
}
