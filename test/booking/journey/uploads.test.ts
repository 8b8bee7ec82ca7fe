/** What one customer's uploads can cost: one at a time, a few in all, and no more of the disk than what is kept. */
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tuning } from '../../../server/open-core.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import type { Customer } from '../../support/customer.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { paperConsent, pdf, untilDocument, upload } from '../../support/upload-document.ts';

const mib = 1024 * 1024;
const largest = 20 * mib;

async function start(env: Record<string, string> = {}, tuning: Tuning = {}): Promise<FullApiServer> {
  const service = await serverOfTest({
    ...paperConsent,
    env: { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0', ...env },
    tuning,
  });
  return service;
}

/** All files of the database. */
async function bytesOnDisk(service: FullApiServer): Promise<number> {
  const folder = dirname(`${service.env.SQLITE_FILE}`);
  const names = (await readdir(folder)).filter((name) => name.startsWith('dx.sqlite'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A document of so many bytes, whose last one comes when `gate` resolves. */
function held(gate: Promise<unknown>, length: number): ReadableStream<Uint8Array> {
  const chunk = randomBytes(256 * 1024);
  let left = length - 9;
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from('%PDF-1.7\n')),
    async pull(stream) {
      const bytes = Math.min(chunk.length, left - 1);
      if (bytes > 0) {
        left -= bytes;
        return stream.enqueue(chunk.subarray(0, bytes));
      }
      await gate;
      stream.enqueue(chunk.subarray(0, 1));
      stream.close();
    },
  });
}

const send = (customer: Customer, gate: Promise<unknown>, length = largest) =>
  customer.stream('PUT', `/journeys/${customer.view?.journey_id}/document`, held(gate, length), {
    'content-type': 'application/pdf',
  });

it('accepts one of forty concurrent uploads of a journey, refuses the others, and keeps the database under 30 MiB', async () => {
  const service = await start();
  const customer = service.customer('forty');
  await untilDocument(customer);
  const { promise: gate, resolve: finish } = Promise.withResolvers<void>();
  const replies = Array.from({ length: 40 }, () => send(customer, gate, mib));
  const refused: Response[] = [];
  for (const reply of replies)
    void reply.then((response) => void (response.status === 429 && refused.push(response)));
  await expect.poll(() => refused.length).toBe(39);
  finish();
  const statuses = (await Promise.all(replies)).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array.from({ length: 39 }, () => 429)]);
  expect(refused[0]?.headers.get('Retry-After')).toBe('10');
  expect(await refused[0]?.json()).toMatchObject({ code: 'upload_in_progress' });
  await expect.poll(() => bytesOnDisk(service)).toBeLessThan(30 * mib);
  // What replaces it takes no more than it did.
  expect((await upload(customer, pdf(largest - 100))).status).toBe(201);
  await expect.poll(() => bytesOnDisk(service)).toBeLessThan(30 * mib);
});

it('accepts eight in total, and keeps nothing on disk of those that are cut', async () => {
  const service = await start();
  const customers = Array.from({ length: 9 }, (_, n) => service.customer(`one-of-nine-${n}`));
  for (const customer of customers) await untilDocument(customer);
  const cut = new AbortController();
  const gate = new Promise<never>((_, fail) =>
    cut.signal.addEventListener('abort', () => fail(cut.signal.reason)),
  );
  gate.catch(() => {});
  const [last, ...others] = customers;
  const uploads = others.map((customer) => send(customer, gate).catch(() => null));
  await expect.poll(() => bytesOnDisk(service)).toBeGreaterThan(8 * 19 * mib);
  if (!last) throw new Error('nobody uploads');
  const reply = await upload(last, pdf());
  expect([reply.status, reply.body.code]).toEqual([429, 'too_many_uploads']);
  cut.abort();
  await Promise.all(uploads);
  await expect.poll(() => bytesOnDisk(service)).toBeLessThan(30 * mib);
  expect((await upload(last, pdf())).status).toBe(201);
  // A customer who left is no fault of the server.
  expect(service.logged()).not.toContain('request.failed');
});

it('ends an upload that has fallen silent, so that the next one can begin', async () => {
  const service = await start({}, { uploadSilentMs: 50 });
  const customer = service.customer('lost');
  await untilDocument(customer);
  await expect(send(customer, new Promise(() => {}), mib)).rejects.toThrow();
  await expect.poll(async () => (await upload(customer, pdf())).status).toBe(201);
  expect(service.logged()).not.toContain('request.failed');
});

it('keeps nothing of an abandoned journey', async () => {
  const service = await start();
  const customer = service.customer('starts-over');
  for (let rounds = 0; rounds < 3; rounds++) {
    await untilDocument(customer);
    expect((await upload(customer, pdf(largest - 100))).status).toBe(201);
    await customer.open({ start_over: true });
  }
  await expect.poll(() => bytesOnDisk(service)).toBeLessThan(10 * mib);
});

it.each([
  ['HTML before the mark', Buffer.concat([Buffer.from('<script>x</script>'), pdf()]), {}, 'document_not_pdf'],
  ['20 MiB without the mark', randomBytes(largest), {}, 'document_not_pdf'],
  ['a ZIP before the mark', Buffer.concat([Buffer.from('PK\x03\x04'), pdf()]), {}, 'document_not_pdf'],
  ['four bytes of the mark', Buffer.from('%PDF'), {}, 'document_not_pdf'],
  ['a compressed body', pdf(), { 'content-encoding': 'gzip' }, 'unsupported_media_type'],
])('refuses %s', async (_, bytes, headers, code) => {
  const service = await start();
  const customer = service.customer('no-pdf');
  await untilDocument(customer);
  const reply = await upload(customer, bytes, headers);
  expect([reply.status, reply.body.code]).toEqual([415, code]);
});

describe('an upload under way', () => {
  const secret = 'the-secret-of-the-backend-long-enough';
  const operator = newOperatorKey('ada', 'privacy');
  const post = (url: string, authorization: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${authorization}` },
      body: JSON.stringify(body),
    });

  /** Sends all but the last byte, runs `meanwhile`, and sends the rest. */
  async function endedBy(meanwhile: (service: FullApiServer) => Promise<Response>) {
    const service = await start({ BACKEND_SECRETS: secret, ADMIN_PORT: '0', ADMIN_KEYS: operator.entry });
    const customer = service.customer('leaves');
    await untilDocument(customer);
    const { promise: gate, resolve: finish } = Promise.withResolvers<void>();
    const reply = send(customer, gate);
    const store = await service.store();
    const count = async (table: 'document_parts' | 'customer_keys') =>
      (
        await store.db
          .selectFrom(table)
          .select('customer_id')
          .where('customer_id', '=', 'user-leaves')
          .execute()
      ).length;
    await expect.poll(() => count('document_parts')).toBeGreaterThan(10);
    expect((await meanwhile(service)).status).toBeLessThan(300);
    finish();
    const { status, code } = (await (await reply).json()) as { status: number; code: string };
    return { status, code, parts: await count('document_parts'), keys: await count('customer_keys') };
  }

  it('ends when its user signs out', async () => {
    const signOut = ({ url }: FullApiServer) => post(`${url}/revoke`, secret, { subject: 'user-leaves' });
    expect(await endedBy(signOut)).toEqual({ status: 401, code: 'token_revoked', parts: 0, keys: 1 });
  });

  it('ends when its customer is erased, and leaves nothing of the customer', async () => {
    const erase = (service: FullApiServer) =>
      post(`${service.adminUrl()}/customers/erase`, operator.key, {
        subject: 'user-leaves',
        confirm: 'user-leaves',
      });
    expect(await endedBy(erase)).toMatchObject({ parts: 0, keys: 0 });
  });
});
