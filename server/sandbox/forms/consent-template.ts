/** The consent template of a test type at a version (Consent bundle; CONS-05..CONS-13, GAP-17..GAP-19). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash, stableId } from '../catalog/stable-values.ts';
import { consentContent } from './consent-content.ts';

/**
 * Creates the template. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function consentTemplate(testType: TestType, version: number) {
  const content = consentContent(testType, version);
  return {
    id: stableId('consent template', testType, version),
    version,
    content_hash: contentHash({ canonical_test_type: testType, version, content }),
    canonical_test_type: testType,
    content,
  };
}
