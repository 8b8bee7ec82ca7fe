/** The physician-order template of a test type, which a clinician reads and signs (Structured physician-order bundle; PHY-03, GAP-78..GAP-80). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash } from '../catalog/content-hash.ts';
import { stableId } from '../catalog/stable-id.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { clinicalReview } from './clinical-review.ts';

export const presentationSchemaVersion = '1';

/** The template at one version. */
export interface PhysicianTemplate {
  readonly id: string;
  readonly version: number;
  readonly schema_version: string;
  readonly content_hash: string;
  readonly content: {
    readonly title: string;
    readonly test_statements: readonly string[];
    readonly consent_statements: readonly string[];
    readonly screening_statements: readonly string[];
    readonly order_statements: readonly string[];
    readonly acknowledgements: readonly { readonly id: string; readonly text: string }[];
  };
}

/**
 * Creates the template. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function physicianTemplate(testType: TestType, version: number): PhysicianTemplate {
  const { name, procedure, risk } = testFacts[testType];
  const content = {
    title: `Physician order: ${name}`,
    test_statements: [
      `Order for one ${name}, to be performed once, on an outpatient basis, at the testing location shown here.`,
      `During the test the patient is told what happens: ${procedure}.`,
      `Known risk: the test ${risk}.`,
    ],
    consent_statements: [
      'The patient has consented to this test and to the sharing of the order and the result with the ordering provider. The consent is on record with the testing service under the reference above.',
    ],
    screening_statements: [
      'The answers are the patient’s own, given before scheduling, and are shown unchanged. They have not been checked against medical records.',
      clinicalReview[testType],
    ],
    order_statements: [
      `I am the ordering provider named above. I am licensed to practice in the state shown and acting within the scope of that license, and the ${name} may be ordered there by a provider of my credentials.`,
      'I have reviewed the patient’s details, the ordered test, the testing location, the consent and the screening answers shown on this page.',
      'The test is screening or wellness testing that the patient pays for. I do not request payment for it from Medicare, Medicaid or any other payer.',
      'The result will be returned to me and to the patient. I remain responsible for following up on a finding that needs medical attention.',
      `This order is valid for 180 days from the order date. Form ${testType}-ORD, edition ${version}.`,
    ],
    acknowledgements: [
      {
        id: 'order_acknowledgement',
        text: `I have read this order in full, the information about me is correct, and I order the ${name} for the patient named above.`,
      },
      {
        id: 'electronic_signature_attestation',
        text: 'I am signing this order electronically. My typed name is my signature and has the same legal effect as my signature on paper.',
      },
    ],
  };
  return {
    id: stableId('physician template', testType, version),
    version,
    schema_version: presentationSchemaVersion,
    content_hash: contentHash({ test_type: testType, version, content }),
    content,
  };
}
