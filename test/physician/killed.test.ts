/** The server dies by SIGKILL right after sending a write of a physician's order; its successor brings the order to its end. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bookAt, keysOf, startCrashServer } from '../support/crash-server.ts';
import { approvalOf, Clinician, presented, provider } from '../support/physician-harness.ts';
import { storeKinds } from '../support/test-stores.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
const modesOf = (physician_order_mode: string) => ({
  customer_consent_mode: 'service_consent_api',
  physician_order_mode,
});

describe.each(storeKinds)('Killed right after sending, on %s', (store) => {
  it.each([
    ['physician_session.create', /physician-order-sessions$/],
    ['physician_session.finalize', /physician-order-sessions\/[^/]+\/finalize$/],
    ['physician_session.abandon', /abandon$/],
  ])(
    '%s is sent again with its key by the next process [PHY-24] [PHY-26] [IDEM-04] [IDEM-05] [IDEM-12]',
    {
      timeout: 60_000,
    },
    async (kind, path) => {
      const doomed = await startCrashServer(store, modesOf('structured_api'), kind);
      const clinician = new Clinician(doomed, await bookAt(doomed, `killed-${store}-${kind}`));
      const through = (step: Parameters<Clinician['until']>[0], action: string, body?: unknown) =>
        doomed.through(
          clinician.http,
          () => clinician.until(step, 'POST', action, body),
          () => clinician.until(step),
        );
      const shown = presented(await through('presentation', '/session', provider));
      if (kind === 'physician_session.abandon') {
        await through('provider', '/abandon');
        // The form comes when the session is given up.
        const form = async () => (await clinician.send('GET')).body.shows;
        await expect.poll(form, { timeout: 10_000 }).toMatchObject({ form: { given: provider } });
      } else await through('done', '/finalize', approvalOf(shown));
      expect(await doomed.died).toEqual([null, 'SIGKILL']);
      expect(await doomed.sandbox.ledger()).toMatchObject({
        physician_sessions: 1,
        physician_finalizations: kind === 'physician_session.abandon' ? 0 : 1,
      });
      expect(await keysOf(doomed, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
    },
  );

  it.each([
    ['physician_evidence.create', /physician-order-evidence$/],
    ['physician_evidence.renew_upload', /upload-sessions$/],
    ['physician_evidence.complete', /complete$/],
  ])(
    '%s is sent again with its key by the next process [PEV-09] [IDEM-04] [IDEM-05] [IDEM-12]',
    {
      timeout: 60_000,
    },
    async (kind, path) => {
      const doomed = await startCrashServer(store, modesOf('api_partner_pdf'), kind);
      const clinician = new Clinician(doomed, await bookAt(doomed, `killed-${store}-${kind}`));
      if (kind === 'physician_evidence.renew_upload')
        await doomed.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 403 });
      const { document_id } = (await clinician.upload(pdf)).body;
      const evidence = {
        document_id,
        physician_full_name: 'Ada Moreau-Whitlock',
        npi: '1730184456',
        license_state: 'NY',
        license_number: 'MED-204417',
        order_date: '2026-01-05',
        attestation: true,
      };
      await doomed.through(
        clinician.http,
        () => clinician.until('done', 'POST', '/evidence', evidence),
        () => clinician.until('done'),
      );
      expect(await doomed.died).toEqual([null, 'SIGKILL']);
      expect((await doomed.sandbox.ledger()).physician_evidence).toBe(1);
      expect(await keysOf(doomed, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
    },
  );
});
