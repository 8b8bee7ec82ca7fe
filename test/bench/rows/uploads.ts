/** The memory of documents that pass through the server at the same time, from the browser to the service's storage. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { Customer } from '../../support/customer.ts';
import { startPostgres } from '../../support/start-postgres.ts';
import { shown } from '../compare.ts';
import { origin, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const rounds = 3;
const atOnce = 16;
const mib = 1024 * 1024;
const documentBytes = 20 * mib;
const goalMib = 32;
/** Ordinary requests, so that the process has allocated its heap for short-lived objects before the measurement. */
const warmUpReads = 500;

export async function uploads(): Promise<Row[]> {
  const mark = '%PDF-1.7\n';
  const document = Buffer.concat([Buffer.from(mark), randomBytes(documentBytes - mark.length)]);
  const postgres = await startPostgres([]);
  try {
    return [
      await onDatabase('SQLite', document, async () => ({})),
      await onDatabase('PostgreSQL', document, async () => ({ DATABASE_URL: await postgres.newDatabase() })),
    ];
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(
  name: string,
  document: Buffer,
  settings: () => Promise<Record<string, string>>,
): Promise<Row> {
  const risen: number[] = [];
  const before: number[] = [];
  // A process reports its highest memory since its start, so each round has its own process.
  for (let round = 0; round < rounds; round += 1) {
    const memory = await oneRound(document, await settings());
    before.push(memory.before / mib);
    risen.push((memory.peak - memory.before) / mib);
  }
  return {
    what: `${atOnce} uploads of 20 MiB at once, until the storage has them, on ${name}`,
    against: `memory before, ${shown(before)} MiB`,
    measured: `${shown(risen, 1)} MiB more at the peak`,
    goal: `less than ${goalMib} MiB more`,
    reached: Math.max(...risen) < goalMib,
  };
}

async function oneRound(
  document: Buffer,
  settings: Record<string, string>,
): Promise<{ before: number; peak: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'dx-bench-'));
  const assumptions = join(dir, 'assumptions.json');
  await writeFile(assumptions, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
  const partner = await startPartner({ ASSUMPTIONS_FILE: assumptions, ...settings }, 'api_partner_pdf');
  try {
    const customers: Customer[] = [];
    for (let n = 0; n < atOnce; n += 1) customers.push(await untilDocument(partner.url, n));
    const first = await untilDocument(partner.url, atOnce);
    await handIn(partner.url, first, document);
    for (let n = 0; n < warmUpReads; n += 1) await first.read();
    const { rss } = await partner.memory();
    await Promise.all(customers.map((customer) => handIn(partner.url, customer, document)));
    const { peakRss } = await partner.memory();
    return { before: rss, peak: peakRss };
  } finally {
    await partner.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function untilDocument(url: string, n: number): Promise<Customer> {
  const customer = new Customer(url, origin, `user-upload-${n}`);
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  at(await customer.answer('identity', profile), 'document');
  return customer;
}

/** Uploads a document, hands it in as consent, and waits until the service has accepted it. */
async function handIn(url: string, customer: Customer, document: Buffer): Promise<void> {
  const documentId = await upload(url, customer, document);
  await customer.read();
  const view = await customer.answer('document', {
    document_id: documentId,
    signer_name: 'Ines Okonkwo-Lindqvist',
    signed_on: '2026-01-05',
    attestation: true,
  });
  at(view, 'review');
}

/** Sends a document, and again after the time that the server names while it receives others. @returns its id */
async function upload(url: string, customer: Customer, document: Buffer): Promise<string> {
  const path = `/journeys/${customer.view?.journey_id}/document`;
  for (;;) {
    const headers = { ...(await customer.signedHeaders('PUT', path)), 'content-type': 'application/pdf' };
    const { response, body } = await put(url + path, headers, document);
    if (response.statusCode === 201) return JSON.parse(body).document_id;
    if (response.statusCode !== 429) throw new Error(`An upload was answered ${response.statusCode}.`);
    await sleep(Number(response.headers['retry-after']) * 1000);
  }
}

/**
 * Sends a request and reads its response even if the server ends the connection before it has the whole body, as
 * browsers do. `fetch` of Node fails then.
 */
function put(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<{ response: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'PUT', headers, agent: false }, (response) => {
      text(response).then((received) => resolve({ response, body: received }), reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
