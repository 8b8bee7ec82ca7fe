/** A customer hands in a signed PDF, step by step. */
import { randomBytes } from 'node:crypto';
import { choosePlace, pickTimes, profile } from './booking.ts';
import type { Customer } from './customer.ts';

export const pdf = (bytes = 40_000) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes), Buffer.from('\n%%EOF\n')]);

export async function untilDocument(customer: Customer) {
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  return customer.answer('identity', profile);
}

export const upload = (customer: Customer, bytes: Buffer, headers: Record<string, string> = {}) =>
  customer.call<{ document_id: string; bytes: number; code: string }>(
    'PUT',
    `/journeys/${customer.view?.journey_id}/document`,
    bytes,
    { 'content-type': 'application/pdf', ...headers },
  );

/** Uploads it and answers the step with it. */
export async function handIn(customer: Customer, bytes = pdf()) {
  const { body } = await upload(customer, bytes);
  await customer.read();
  return customer.answer('document', {
    document_id: body.document_id,
    signer_name: 'Ines Okonkwo-Lindqvist',
    signed_on: '2026-01-05',
    attestation: true,
  });
}
