/** A customer hands in a signed PDF, step by step. */
import { randomBytes } from 'node:crypto';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { choosePlace, pickTimes, profile } from './booking.ts';
import type { Customer } from './customer.ts';

/** The settings of a server whose customers hand in a signed consent. */
export const paperConsent = {
  key: { customer_consent_mode: 'api_partner_pdf' },
  assumptions: { evidence: { attestationVersion: '2025-01' } },
};

/**
 * Creates a file that begins and ends like a PDF.
 * @param bytes the length of its random middle, in bytes
 */
export const pdf = (bytes = 40_000) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes), Buffer.from('\n%%EOF\n')]);

/** Books up to the step `document`. */
export async function untilDocument(customer: Customer, testType: TestType = 'DEXA') {
  const view = await choosePlace(customer, testType);
  await customer.answer('times', pickTimes(view));
  return customer.answer('identity', profile);
}

/**
 * Uploads a document for the customer's journey.
 * @param headers in place of the defaults
 */
export const upload = (customer: Customer, bytes: Buffer, headers: Record<string, string> = {}) =>
  customer.call<{ document_id: string; bytes: number; code: string }>(
    'PUT',
    `/journeys/${customer.view?.journey_id}/document`,
    bytes,
    { 'content-type': 'application/pdf', ...headers },
  );

/** Uploads a document. @returns the answer to the step with it */
export async function uploaded(customer: Customer, bytes = pdf()) {
  const { body } = await upload(customer, bytes);
  await customer.read();
  return {
    document_id: body.document_id,
    signer_name: 'Ines Okonkwo-Lindqvist',
    signed_on: '2026-01-05',
    attestation: true as const,
  };
}

/** Uploads a document and answers the step with it. */
export const handIn = async (customer: Customer, bytes = pdf()) =>
  customer.answer('document', await uploaded(customer, bytes));
