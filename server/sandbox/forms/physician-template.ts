/** The physician-order template of a test type, which a clinician reads and signs (Structured physician-order bundle; PHY-03, PHY-14, GAP-78..GAP-80). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash, stableId } from '../catalog/stable-values.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { fillPlaces } from './fill-places.ts';
import texts from './physician-order.json' with { type: 'json' };

const presentationSchemaVersion = '1';

/**
 * Creates the template. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function physicianTemplate(testType: TestType, version: number) {
  const review = texts.review[testType];
  const content = fillPlaces(texts.template, { ...testFacts[testType], testType, version, review });
  return {
    id: stableId('physician template', testType, version),
    version,
    schema_version: presentationSchemaVersion,
    content_hash: contentHash({ test_type: testType, version, content }),
    content,
  };
}
/** The template at one version. */
export type PhysicianTemplate = ReturnType<typeof physicianTemplate>;

/**
 * The attestation that the partner's system, not a clinician, gives with every structured order, with its hash (Structured
 * physician-order bundle; PHY-03, PHY-33).
 */
export const physicianAttestation = {
  text: texts.attestation,
  text_hash: contentHash(texts.attestation),
  version: '2025-01',
};
