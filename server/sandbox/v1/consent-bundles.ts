/** GET /v1/api-first/consent-bundles/{testType} (Consent bundle; CONS-01..CONS-15, ERR-17, GAP-18..GAP-20). */
import { consentBundle, decisionIds } from '../../contract/upstream-api/consent.ts';
import { codedError } from '../engine/api-error.ts';
import type { Key } from '../engine/keys.ts';
import { defineRoute } from '../engine/route.ts';
import { consentTemplate } from '../forms/consent-template.ts';
import { templateVersion } from '../state.ts';

/** The route of the consent bundle. */
export const consentBundleRoute = defineRoute({
  method: 'GET',
  path: '/v1/api-first/consent-bundles/:testType',
  summary: 'Read a consent bundle',
  responses: { 200: consentBundle, 304: null },
  handler({ key, params, ifNoneMatch }, state) {
    requireServiceConsent(key);
    const template = consentTemplate(params.testType, templateVersion(state, 'consent', params.testType));
    const etag = `"${template.content_hash}"`;
    if (isKnown(etag, ifNoneMatch)) return { status: 304, data: null, headers: { ETag: etag } };
    const data = {
      cache: { max_age_seconds: 300 },
      canonicalization_version: 'sorted-json-1',
      payload_schema_version: '1',
      required_decision_ids: [...decisionIds],
      required_section_ids: template.content.sections.map((section) => section.id),
      template,
    };
    return { status: 200, data, headers: { ETag: etag } };
  },
});

/** Compares weakly, as RFC 9110 demands for If-None-Match (13.1.2). */
function isKnown(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/**
 * Checks that the key collects consent through the service.
 * @throws ApiError 409 if it does not (Errors; ERR-17)
 */
export function requireServiceConsent(key: Key): void {
  if (key.customer_consent_mode !== 'service_consent_api')
    throw codedError(
      409,
      'CUSTOMER_CONSENT_NOT_REQUIRED',
      'This key does not collect consent through the service.',
    );
}
