/** A whole journey run twice: the same at any start, through restarts, and across calendar changes. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { CheckInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import { freePort } from '../../server/core/free-port.ts';
import { sessionBody } from '../../server/operate/conformance/structured-order.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { folderOfTest } from '../support/folders.ts';
import {
  answerQuestionnaire,
  identityBody,
  offeredTimes,
  offeringPath,
  order,
  pairOf,
  schedule,
  scheduleBody,
} from './booking.ts';
import { confirmed, move } from './confirmed-appointment.ts';
import { checkExchange } from './exchange-check.ts';
import { bundleOf, finalize, openSession } from './physician-orders.ts';
import { openReceiver, type Receiver, register } from './receiver.ts';
import {
  type Answer,
  type Harness,
  harnessAt,
  openHarness,
  type Partner,
  partnerOf,
} from './sandbox-harness.ts';

interface Telling {
  harness: Harness;
  /** Receives the events. */
  callbackUrl: string;
  /** Called before each request. */
  pause?: () => Promise<void>;
}

/** Each request with its response, without the sandbox's own address and the instants of its running clock. */
async function runScenario({ harness, callbackUrl, pause = async () => {} }: Telling): Promise<string[]> {
  const transcript: string[] = [];
  const placeless = (line: string) => timeless(line.replaceAll(harness.url, 'SANDBOX'));
  const recorded = async <T>(call: string, answer: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    await pause();
    const { status, json, ...rest } = await answer();
    transcript.push(placeless(`${call} ${status} ${JSON.stringify(json)}`));
    return { status, json, ...rest };
  };
  const teller = (partner: Partner): Partner => ({
    ...partner,
    get: (path, headers) => recorded(`GET ${path}`, () => partner.get(path, headers)),
    post: (path, body, key) => recorded(`POST ${path}`, () => partner.post(path, body, key)),
  });
  const moved = async (appointmentId: string, to: string) => {
    await pause();
    const { status, json } = await move(harness, { id: appointmentId }, to);
    transcript.push(placeless(`${to} ${status} ${JSON.stringify(json)}`));
  };

  const partner = teller(await harness.partner({ physician_order_mode: 'structured_api' }));
  await register(partner, callbackUrl);
  await partner.get('/v1/integration-configuration');
  await partner.get('/v1/locations?lat=40.7128&lng=-74.0060&test_types=CALST,DEXA&page_size=5');
  await partner.get(`${offeringPath(pairOf('CALST'))}/products`);

  const ordered = await order(partner, 'CALST');
  const { id: appointmentId, path: appointmentPath, pair } = ordered;
  await answerQuestionnaire(partner, ordered);
  const times = await scheduleBody(partner, ordered);
  await partner.post(`${appointmentPath}/schedule`, times, 'schedule');
  await partner.post(`${appointmentPath}/schedule`, times, 'schedule');

  const { data: bundle } = await partner.get<Parameters<typeof sessionBody>[0]>(bundleOf(appointmentId));
  const opened = await openSession(partner, { scheduled: ordered, bundle, body: sessionBody(bundle) });
  await finalize(partner, opened.data);

  await moved(appointmentId, 'confirmed');
  await partner.get<CheckInLink>(`${appointmentPath}/check-in-link`);
  const [, , , later = ''] = await offeredTimes(partner, pair);
  const change = { new_requested_date: later, confirm_within_24_hour_penalty: true };
  await partner.post(`${appointmentPath}/reschedule`, change);
  await moved(appointmentId, 'confirmed');
  await moved(appointmentId, 'results_in_progress');
  await moved(appointmentId, 'results_ready');
  await partner.get(`${appointmentPath}/signed-form`);
  await partner.get('/v1/results');

  const { path: other } = await schedule(partner, 'DEXA');
  await partner.post(`${other}/cancel`, { confirm_within_24_hour_penalty: true, reason: 'Invented' });
  await partner.post('/v1/api-first/identities', identityBody({ email: 'none' }));
  await partner.get('/v1/appointments');
  return transcript;
}

/** Keeps signatures, keys and ids, which must be the same. */
function timeless(text: string): string {
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, 'INSTANT')
    .replaceAll(/"expires_at_unix":\d+/g, '"expires_at_unix":0');
}

/** The outcome of each call without its content: "POST /v1/orders 201". */
const outcomes = (transcript: string[]): string[] =>
  transcript.map((line) => line.slice(0, line.indexOf(' {')).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'));

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

/** The received deliveries, in the order of the events and not of the network. */
async function deliveries(count: number): Promise<string[]> {
  const received = await receiver.until(count);
  return received.map(({ rawBody }) => timeless(rawBody)).sort();
}

/** Runs the scenario in a new sandbox that starts at `now`. @returns the transcript and the events */
async function toldAt(now: string) {
  const harness = await openHarness();
  await harness.control('POST', '/clock', { now });
  receiver.received.length = 0;
  const transcript = await runScenario({ harness, callbackUrl: receiver.url });
  const { json } = await harness.control<{ events: number }>('GET', '/ledger');
  const events = await deliveries(json.events);
  await harness.close();
  return { transcript, events };
}

/** The pool of fetch may hold sockets of the sandbox that ended. */
async function reconnected(url: string): Promise<void> {
  while (!(await fetch(`${url}/sandbox/clock`).catch(() => null))?.ok);
}

const anyDay = '2027-01-12T15:00:00Z';

describe('two runs with the same start and the same requests', () => {
  it('give the same ids, hashes, texts and deliveries [ENV-08]', async () => {
    const first = await toldAt(anyDay);
    expect(first.events.length).toBeGreaterThan(8);
    expect(outcomes(first.transcript).filter((line) => / [45]\d\d$/.test(line))).toEqual([
      'POST /v1/api-first/identities 400',
    ]);
    expect(await toldAt(anyDay)).toEqual(first);
  });

  it('give the same after a reset', async () => {
    const first = await toldAt(anyDay);
    const harness = await openHarness();
    await runScenario({ harness, callbackUrl: receiver.url });
    await harness.control('POST', '/reset');
    await harness.control('POST', '/clock', { now: anyDay });
    expect(await runScenario({ harness, callbackUrl: receiver.url })).toEqual(first.transcript);
    await harness.close();
  });
});

describe('with a data folder', () => {
  it('the scenario continues through a restart before every request', async () => {
    const uninterrupted = await toldAt(anyDay);
    receiver.received.length = 0;
    const dataFolder = folderOfTest();
    const options = { dataFolder, onExchange: checkExchange, port: await freePort(0, '127.0.0.1') };
    let sandbox = await startSandbox(options);
    const harness = harnessAt(sandbox.url, () => sandbox.close());
    await harness.control('POST', '/clock', { now: anyDay });
    const transcript = await runScenario({
      harness,
      callbackUrl: receiver.url,
      pause: async () => {
        await sandbox.close();
        sandbox = await startSandbox(options);
        await reconnected(sandbox.url);
      },
    });
    const events = new Set(await deliveries(uninterrupted.events.length));
    await harness.close();
    expect(transcript).toEqual(uninterrupted.transcript);
    expect([...events]).toEqual(uninterrupted.events);
  });
});

/** The sandbox as a process, killed without warning. */
async function startProcess(dataFolder: string) {
  const main = fileURLToPath(new URL('../../server/sandbox/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, '--port', '0', '--data', dataFolder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  /** Resolves when the process prints an error, or ends. */
  const failed = Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { ...harnessAt(String(line).replace('sandbox ready ', ''), kill), child, failed };
}

describe('with a data folder, what was answered', () => {
  it('survives a kill, also the links of reads', async () => {
    const dataFolder = folderOfTest();
    const killed = await startProcess(dataFolder);
    const { apiKey, ...partner } = await killed.partner();
    const { path: appointmentPath } = await confirmed(killed, { apiKey, ...partner });
    const link = await partner.get<CheckInLink>(`${appointmentPath}/check-in-link`);
    await killed.close();

    const next = await startProcess(dataFolder);
    const { data } = await partnerOf(next.url, apiKey).get<Appointment>(appointmentPath);
    expect(data.status).toBe('confirmed');
    expect((await fetch(next.url + new URL(link.data.url).pathname)).status).toBe(200);
    await next.close();
  });

  it('is not lost, and nothing ends, if the disk is full after a webhook attempt', async () => {
    const dataFolder = folderOfTest();
    const receiver = await openReceiver();
    onTestFinished(receiver.close);
    const first = await startProcess(dataFolder);
    const partner = await first.partner();
    await register(partner, receiver.url);
    const disk = new DatabaseSync(join(dataFolder, 'sandbox.sqlite'));
    onTestFinished(() => disk.close());
    disk.exec(`create trigger full before update on records
      when new.place like 'deliveries/%' begin select raise(fail, 'disk is full'); end`);
    await order(partner, 'DEXA');
    await first.failed;
    expect(first.child.exitCode).toBe(null);
    disk.exec('drop trigger full');
    // The next response comes after a save.
    await first.control('GET', '/clock');
    await first.close();

    const next = await startProcess(dataFolder);
    const { json } = await next.control<{ deliveries: { outcome: string }[] }>('GET', '/webhook-deliveries');
    expect(json.deliveries).toMatchObject([{ outcome: 'delivered' }]);
    expect(receiver.received).toHaveLength(1);
    await next.close();
  });
});

describe('on the days when calendars turn', () => {
  let ordinaryDay: ReturnType<typeof toldAt> | undefined;
  it.each([
    ['the day before clocks go forward', '2027-03-13T12:00:00Z'],
    ['the last minute before they do in New York', '2027-03-14T06:59:30Z'],
    ['the day before clocks go back', '2027-11-06T12:00:00Z'],
    ['the hour that comes twice in New York', '2027-11-07T05:30:00Z'],
    ['the day before a leap day', '2028-02-28T12:00:00Z'],
    ['the last minute before it, in UTC', '2028-02-28T23:59:30Z'],
    ['a leap day', '2028-02-29T12:00:00Z'],
    ['the end of a year', '2027-12-31T23:59:30Z'],
  ])('the scenario ends as on any other: %s, %s', async (_day, now) => {
    ordinaryDay ??= toldAt(anyDay);
    const ordinary = await ordinaryDay;
    const { transcript, events } = await toldAt(now);
    expect(outcomes(transcript)).toEqual(outcomes(ordinary.transcript));
    expect(events).toHaveLength(ordinary.events.length);
  });
});
