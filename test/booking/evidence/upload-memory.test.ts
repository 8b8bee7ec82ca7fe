/** Eight documents of 20 MiB pass through the server at once, and it never holds much of them. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../server/core/free-port.ts';
import { at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { type StartedProcess, startServerProcess } from '../../support/child-processes.ts';
import { Customer } from '../../support/customer.ts';
import { folderOfFile } from '../../support/folders.ts';
import { dropDatabase } from '../../support/new-database.ts';
import { origin, startService } from '../../support/service.ts';
import { newEmptyDatabase, postgresUrl, storeKinds } from '../../support/test-stores.ts';

const mib = 1024 * 1024;
const document = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20 * mib - 9)]);

let service: Awaited<ReturnType<typeof startService>>;
let server: StartedProcess;
let url: string;

async function memory(): Promise<{ rss: number; peak: number }> {
  const message = once(server.child, 'message');
  server.child.send('memory');
  const [figures] = await message;
  return figures;
}

async function untilDocument(name: string): Promise<Customer> {
  const customer = new Customer(url, origin, name);
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  at(await customer.answer('identity', profile), 'document');
  return customer;
}

/** From the browser to the server, and on to the service's storage, until it is accepted. As a page, it reads first. */
async function handIn(customer: Customer): Promise<void> {
  await customer.read();
  const path = `/journeys/${customer.view?.journey_id}/document`;
  const type = { 'content-type': 'application/pdf' };
  const reply = await customer.call<{ document_id: string; code?: string }>('PUT', path, document, type);
  expect([reply.status, reply.body.code]).toEqual([201, undefined]);
  await customer.read();
  const view = await customer.answer('document', {
    document_id: reply.body.document_id,
    signer_name: 'Ines Okonkwo-Lindqvist',
    signed_on: '2026-01-05',
    attestation: true,
  });
  at(view, 'review');
}

describe.each(storeKinds)('Eight uploads of 20 MiB at once on %s', (kind) => {
  const dir = folderOfFile();
  let databaseUrl: string | null;
  beforeAll(async () => {
    databaseUrl = kind === 'postgres' ? await newEmptyDatabase() : null;
    service = await startService({ customer_consent_mode: 'api_partner_pdf' });
    const port = await freePort(0, '127.0.0.1');
    url = `http://127.0.0.1:${port}`;
    const assumptionsFile = join(dir, 'assumptions.json');
    await writeFile(assumptionsFile, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
    const program = join(import.meta.dirname, '../../support/crash-server-process.ts');
    const env = {
      ...service.env,
      PORT: String(port),
      PUBLIC_URL: url,
      ...(databaseUrl === null ? { SQLITE_FILE: join(dir, 'dx.sqlite') } : { DATABASE_URL: databaseUrl }),
      ASSUMPTIONS_FILE: assumptionsFile,
    };
    server = startServerProcess(['--max-semi-space-size=8', program], env, true);
    await server.until(() => server.output() !== '');
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await service.close();
    if (databaseUrl !== null) await dropDatabase(await postgresUrl(), databaseUrl);
  });

  it('raise the memory of the server by less than half of them [UPL-08] [UPL-16]', async () => {
    const customers: Customer[] = [];
    for (let n = 0; n < 9; n++) customers.push(await untilDocument(`upload-${n}`));
    const [first, ...others] = customers;
    if (!first) throw new Error('nobody uploads');
    await handIn(first);
    // V8 takes up what it keeps for short-lived objects by the page: let it go round once, without any document.
    for (let n = 0; n < 300; n++) await first.read();
    const before = await memory();
    await Promise.all(others.map(handIn));
    const after = await memory();
    const risen = (after.peak - before.rss) / mib;
    console.info(
      `8 x 20 MiB: ${(before.rss / mib).toFixed(1)} MiB before (peak ${(before.peak / mib).toFixed(1)}), peak ${(after.peak / mib).toFixed(1)} MiB, risen by ${risen.toFixed(1)} MiB`,
    );
    // All together have 140 MiB. What V8 has not collected yet depends on the machine; `npm run bench -- uploads` measures it.
    expect(risen).toBeLessThan(70);
  });
});
