/**
 * The consent bundle, kept in memory and revalidated by its ETag (Consent bundle; GAP-20). Without an ETag it is not
 * kept.
 */
import type { Log } from '../../core/observability/log.ts';
import { createReadAs, logged } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import { type ConsentBundle, consentBundle } from './responses.ts';

/**
 * Creates the read of the consent bundle of a test type. The read gives the same object while the service's ETag is
 * unchanged; nobody may change it. It throws UpstreamError.
 */
export function createConsentBundleRead(
  http: UpstreamHttp,
  log: Log,
): (testType: string) => Promise<ConsentBundle> {
  const readAs = createReadAs(log);
  const kept = new Map<string, { etag: string; bundle: ConsentBundle }>();
  const template = '/v1/api-first/consent-bundles/{testType}';
  return async (testType) => {
    return logged(template, log, async () => {
      const known = kept.get(testType);
      const answer = await http.read(template, {
        params: { testType },
        headers: known ? { 'if-none-match': known.etag } : {},
      });
      if (answer.status === 304 && known) return known.bundle;
      const bundle = readAs(template, consentBundle, answer.data);
      const { etag } = answer.headers;
      kept.delete(testType);
      if (typeof etag === 'string') kept.set(testType, { etag, bundle });
      return bundle;
    });
  };
}
