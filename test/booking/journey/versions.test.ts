/** Under which versions a journey went: each is kept with it, sealed, for as long as the journey is. */
import { expect, it } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { book } from '../../support/booked-appointment.ts';
import { at, choosePlace, pickTimes, profile, untilSent } from '../../support/booking.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { Clinician, sessionAt } from '../../support/physician-harness.ts';
import { physiciansOfTest, serverOfTest } from '../../support/server-of-test.ts';
import { pdf } from '../../support/upload-document.ts';

let service: FullApiServer;

/** The only row of a table, opened. */
async function kept(table: 'journeys' | 'physician_orders'): Promise<unknown> {
  const { db } = await service.store();
  const rows = await db.selectFrom(table).selectAll().execute();
  expect(rows).toHaveLength(1);
  const encryption = createEncryption(readConfig(service.env).STORE_KEYS);
  return decrypted(db, encryption, table, 'body', rows[0] ?? {});
}

/** What the service itself answered to the first read that ends so. */
function latestResponse(ending: string): Record<string, unknown> {
  const [first] = service.wire.requests.filter(({ url }) => url.endsWith(ending));
  return JSON.parse(first?.answer ?? '{}').data;
}

it('stores those of the configuration, the consent, the questionnaire and the physician’s order [VER-05]', async () => {
  service = await physiciansOfTest('structured_api');
  const { id } = await book(service, 'versions');
  const clinician = new Clinician(service, id);
  const shown = await clinician.prepare();
  const session = await sessionAt(service, shown.session_id);
  await clinician.sign(shown);

  const bundle = latestResponse('/consent-bundles/DEXA') as {
    template: { version: string; content_hash: string };
    payload_schema_version: string;
    canonicalization_version: string;
  };
  const questionnaire = latestResponse('/scheduling-questionnaire');
  expect(await kept('journeys')).toMatchObject({
    configuration: {
      configuration_version: latestResponse('/integration-configuration').configuration_version,
    },
    order: { branch: { configuration_version: 'cfg_1', physician_mode: 'structured_api' } },
    consent: {
      signed: {
        configuration_version: 'cfg_1',
        template_version: bundle.template.version,
        content_hash: bundle.template.content_hash,
        payload_schema_version: bundle.payload_schema_version,
        canonicalization_version: bundle.canonicalization_version,
      },
    },
    questionnaire: {
      questionnaire_version: questionnaire.version,
      content_hash: questionnaire.content_hash,
    },
  });
  expect(await kept('physician_orders')).toMatchObject({
    session: {
      template: { schema_version: session.template.schema_version, version: session.template.version },
      presentation: { schema_version: session.presentation.schema_version },
      partner_attestation: { version: session.partner_attestation.version },
    },
  });
});

it('stores that of the attestation under which a document was submitted [VER-05]', async () => {
  service = await serverOfTest({
    key: { customer_consent_mode: 'api_partner_pdf', physician_order_mode: 'api_partner_pdf' },
    consentDocument: async () => ({
      bytes: pdf(1000),
      signerName: profile.last_name,
      signedAt: '2026-01-05T10:00:00-05:00',
      collectedAt: '2026-01-05T10:01:00-05:00',
      attestationVersion: '2025-02',
    }),
    hooks: {
      mayOrder: async () => true,
      physicianDocument: async () => ({
        bytes: pdf(1000),
        physicianFullName: 'Ada Moreau-Whitlock',
        npi: '1730184458',
        licenseState: 'NY',
        licenseNumber: 'MED-204417',
        orderDate: '2026-01-05',
        attestationVersion: '2025-03',
      }),
    },
  });
  const customer = service.customer('attested');
  let view = await choosePlace(customer, 'DEXA');
  view = await customer.answer('times', pickTimes(view));
  await customer.answer('identity', profile);
  view = await customer.answer('document', { ask_partner: true });
  view = await untilSent(customer, view);
  const clinician = new Clinician(service, at(view, 'sent').appointment_id);
  await clinician.until('done', 'POST', '/evidence', { ask_partner: true });
  expect(await kept('journeys')).toMatchObject({ evidence: { attestation_version: '2025-02' } });
  expect(await kept('physician_orders')).toMatchObject({ evidence: { attestation_version: '2025-03' } });
});
