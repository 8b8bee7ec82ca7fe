/** The server dies by SIGKILL right after it has sent each write of a physician's order; the next process completes the order. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { bookAt, keysOf, startCrashServer } from '../support/crash-server.ts';
import { approvalOf, Clinician, presented, provider, signedOrder } from '../support/physician-harness.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
const modesOf = (physician_order_mode: string) => ({
  customer_consent_mode: 'service_consent_api',
  physician_order_mode,
});
const afterSending = (kinds: string[]) => kinds.map((kind) => [kind, 'after_send'] as const);
const timeout = 60_000;

it('abandons one session and signs another when a process dies after sending each write [PHY-24] [PHY-26] [IDEM-04]', {
  timeout,
}, async () => {
  const deaths = afterSending([
    'physician_session.create',
    'physician_session.abandon',
    'physician_session.finalize',
  ]);
  const server = await startCrashServer('sqlite', modesOf('structured_api'), deaths);
  const clinician = new Clinician(server, await bookAt(server, 'killed-structured'));
  const through = (step: Parameters<Clinician['until']>[0], action: string, body?: unknown) =>
    server.through(
      clinician.http,
      () => clinician.until(step, 'POST', action, body),
      () => clinician.until(step),
    );
  await through('presentation', '/session', provider);
  await through('provider', '/abandon');
  // The form returns when the session is given up.
  const form = async () => (await clinician.send('GET')).body.shows;
  await expect.poll(form, { timeout: 10_000 }).toMatchObject({ form: { given: provider } });
  const shown = presented(await through('presentation', '/session', provider));
  await through('done', '/finalize', approvalOf(shown));
  expect(server.signals).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect(await server.sandbox.ledger()).toMatchObject({ physician_sessions: 2, physician_finalizations: 1 });
  // Two sessions were created, the first of them by two tries.
  expect(await keysOf(server, /physician-order-sessions$/)).toEqual({ tries: 3, keys: 2, bodies: 2 });
  for (const path of [/abandon$/, /physician-order-sessions\/[^/]+\/finalize$/])
    expect(await keysOf(server, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
});

it('submits one signed PDF when a process dies after sending each write [PEV-09] [IDEM-05] [IDEM-12]', {
  timeout,
}, async () => {
  const deaths = afterSending([
    'physician_evidence.create',
    'physician_evidence.renew_upload',
    'physician_evidence.complete',
  ]);
  const server = await startCrashServer('postgres', modesOf('api_partner_pdf'), deaths);
  const clinician = new Clinician(server, await bookAt(server, 'killed-evidence'));
  // A refused upload needs another session.
  await server.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 403 });
  const { document_id } = (await clinician.upload(pdf)).body;
  const evidence = {
    document_id,
    ...signedOrder,
  };
  await server.through(
    clinician.http,
    () => clinician.until('done', 'POST', '/evidence', evidence),
    () => clinician.until('done'),
  );
  expect(server.signals).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect((await server.sandbox.ledger()).physician_evidence).toBe(1);
  for (const path of [/physician-order-evidence$/, /upload-sessions$/, /complete$/])
    expect(await keysOf(server, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
});
