/** What a customer, a clinician and the partner's hooks fill in where each entry is a text that occurs nowhere else. */
import { randomBytes } from 'node:crypto';
import type { Answers } from '../../../server/contract/journey-api/answers.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import type { ProviderAnswer } from '../../../server/contract/physician-api.ts';
import type { ConsentDocument, PhysicianDocument } from '../../../server/partner/hooks.ts';
import { at, pickTimes, prescreenAnswers, questionnaireAnswers, signConsent } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { origin } from '../../support/full-api-server.ts';
import { clinicianAddress, clinicianAgent } from '../../support/physician-harness.ts';
import type { Sandbox } from '../../support/sandbox.ts';

export const customerData = {
  first_name: 'Kanarina-6f21c0',
  last_name: 'Quillonby-9a4e17',
  email: 'kanarina-b7730d@nest.example',
  phone: '646 555 0177',
  date_of_birth: '1971-08-23',
  address_line_1: '731 Feathermoor Row',
  address_line_2: 'Perch 5d88e2',
  city: 'Nestleford-c04b',
  postal_code: '10002-7719',
  prescreen_birth: '08/23/1971',
  typed_name: 'Kanarina Q. Signature-31fe',
  pcp_name: 'Dr. Plumage-82ab',
  pcp_phone: '646 555 0199',
  draft: 'half a name-77d0',
  address: '203.0.113.77',
  agent: 'PerchBrowser/77.1 (Nest)',
  signer_name: 'Kanarina Signer-4c19',
  document: 'uploaded-consent-text-a1b9',
  file_name: 'kanarina-quillonby-consent.pdf',
};

export const hookData = {
  payment_reference: 'paid-nest-55e0b2',
  pay_address: `${origin}/pay/nest-0d7714`,
  consent_signer: 'Kanarina Hooked-70aa',
  consent_document: 'partner-consent-text-c2d8',
  order_document: 'partner-order-text-d3e7',
  order_physician: 'Dr. Corvin Hooked-1be4',
  order_license: 'LIC-HOOKED-90d3',
  fault: 'books of Kanarina-closed-3ff1',
};

export const clinicianData = {
  full_name: 'Dr. Sparrow Evident-5a0c',
  credentials: 'MD-FEATHERED',
  npi: '1998877660',
  license_number: 'LIC-NEST-73c8',
  ordering_entity: 'Aviary Practice-6b1d',
  contact_type: 'perch-office',
  line: '9 Beakwater Lane',
  city: 'Roostville-e9f3',
  postal_code: '10003-8842',
  phone: '646 555 0155',
  fax: '646 555 0156',
  typed_name: 'Sparrow Typed-8c2b',
  address: clinicianAddress,
  agent: clinicianAgent,
  document: 'uploaded-order-text-b4f6',
};

const named = (whose: string, data: Record<string, string>) =>
  Object.fromEntries(Object.entries(data).map(([name, text]) => [`${whose}.${name}`, text]));

/** Each by whose it is and what it is. */
export const entries = {
  ...named('customer', customerData),
  ...named('hook', hookData),
  ...named('clinician', clinicianData),
};

/** A PDF whose text names it. */
export const pdfOf = (text: string) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n% ${text}\n`),
    randomBytes(20_000),
    Buffer.from(`\n% ${text}\n%%EOF\n`),
  ]);

export const consentDocument = (): ConsentDocument => ({
  bytes: pdfOf(hookData.consent_document),
  signerName: hookData.consent_signer,
  signedAt: '2026-01-05T10:00:00-05:00',
  collectedAt: '2026-01-05T10:01:00-05:00',
  attestationVersion: '2025-02',
});

export const physicianDocument = (): PhysicianDocument => ({
  bytes: pdfOf(hookData.order_document),
  physicianFullName: hookData.order_physician,
  npi: clinicianData.npi,
  licenseState: 'NY',
  licenseNumber: hookData.order_license,
  orderDate: '2026-01-05',
  attestationVersion: '2025-02',
});

export const providerAnswer: ProviderAnswer = {
  physician: {
    full_name: clinicianData.full_name,
    credentials: clinicianData.credentials,
    npi: clinicianData.npi,
    license_state: 'NY',
    license_number: clinicianData.license_number,
    ordering_entity: clinicianData.ordering_entity,
    contact: {
      type: clinicianData.contact_type,
      address: {
        address_line_1: clinicianData.line,
        city: clinicianData.city,
        state: 'NY',
        postal_code: clinicianData.postal_code,
      },
      phone: clinicianData.phone,
      fax: clinicianData.fax,
    },
  },
  order_date: '2026-01-05',
};

export const identity: Answers['identity'] = {
  first_name: customerData.first_name,
  last_name: customerData.last_name,
  email: customerData.email,
  phone: customerData.phone,
  date_of_birth: customerData.date_of_birth,
  sex: 'female',
  address: {
    address_line_1: customerData.address_line_1,
    address_line_2: customerData.address_line_2,
    city: customerData.city,
    state: 'NY',
    postal_code: customerData.postal_code,
  },
};

const { file_name } = customerData;
const uploadHeaders = {
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="${file_name}"`,
};

/** The partner's comes first and is refused, then the customer's own. */
async function handDocumentIn(sandbox: Sandbox, customer: Customer, view: JourneyView): Promise<JourneyView> {
  const supplied = at(view, 'document').asks_partner;
  await sandbox.settings({ evidence_outcome: supplied ? 'rejected' : 'accepted' });
  if (supplied) return customer.answer('document', { ask_partner: true });
  const path = `/journeys/${view.journey_id}/document`;
  const reply = await customer.call<{ document_id: string }>(
    'PUT',
    path,
    pdfOf(customerData.document),
    uploadHeaders,
  );
  await customer.read();
  return customer.answer('document', {
    document_id: reply.body.document_id,
    signer_name: customerData.signer_name,
    signed_on: '2026-01-05',
    attestation: true,
  });
}

/** Answers whatever step is met, with nothing but canaries; a refusal is thrown, with its words. */
export async function answerWithCanaries(
  sandbox: Sandbox,
  customer: Customer,
  view: JourneyView,
): Promise<JourneyView> {
  switch (view.shows.step) {
    case 'times':
      return customer.answer('times', pickTimes(view));
    case 'identity':
      await customer.draft('identity', { first_name: customerData.draft });
      return customer.answer('identity', identity);
    case 'consent':
      return customer.answer('consent', { ...signConsent(view), typed_name: customerData.typed_name });
    case 'document':
      return handDocumentIn(sandbox, customer, view);
    case 'prescreen': {
      const { prescreen_birth: dob, pcp_name, pcp_phone } = customerData;
      const fields = { ...prescreenAnswers(view).fields, dob, pcp_name, pcp_phone };
      return customer.answer('prescreen', { fields });
    }
    case 'review':
      return customer.answer('review', { return_url: `${origin}/book` });
    case 'questionnaire':
      return customer.answer('questionnaire', questionnaireAnswers(view));
    default:
      return customer.read();
  }
}
