/** A service that writes its words in capitals, and the types of tests in lower case (VER-02). */
import { expect, it } from 'vitest';
import { at, questionnaireAnswers } from '../support/booking.ts';
import { pay } from '../support/scripted-refusal.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { handIn, paperConsent, pdf, untilDocument } from '../support/upload-document.ts';
import { everywhere } from './differences.ts';

const inCapitals = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);
const inLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

it('books with a document: tests, modes, its status and the outcome of the health questions are known', async () => {
  const service = await serverOfTest({
    ...paperConsent,
    rewrite: (_, answer) => ({
      ...answer,
      body: everywhere(answer.body, (fields) => ({
        ...fields,
        ...('status' in fields && { status: inCapitals(fields.status) }),
        ...('mode' in fields && { mode: inCapitals(fields.mode) }),
        ...('test_type' in fields && { test_type: inLowerCase(fields.test_type) }),
      })),
    }),
  });
  const customer = service.customer('ines');
  await untilDocument(customer);
  at(await handIn(customer, pdf()), 'review');
  const view = await customer.answer('review', pay);
  at(await customer.answer('questionnaire', questionnaireAnswers(view)), 'sent');
  expect(await service.sandbox.ledger()).toMatchObject({
    consent_evidence: 1,
    orders: 1,
    schedule_requests: 1,
  });
});
