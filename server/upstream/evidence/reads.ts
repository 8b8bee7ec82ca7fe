/** Reads of partner evidence (Consent evidence, Physician-order evidence; CEV-02, CEV-14, PEV-09, PEV-14). */
import { evidenceQuery } from '../../contract/upstream-api/evidence.ts';
import type { Log } from '../../core/observability/log.ts';
import { createGet } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import { type Evidence, evidence, evidenceList } from './responses.ts';

/** Reads evidence with one key. Each read throws UpstreamError. */
export interface EvidenceReads {
  consentEvidence(id: string): Promise<Evidence>;
  /** Finds our own record by the reference under which we created it; null if there is none or several (CEV-02). */
  ownConsentEvidence(externalReferenceId: string): Promise<Evidence | null>;
  physicianEvidence(id: string): Promise<Evidence>;
}

/** Creates the reads with one flow's client. Each read throws UpstreamError. */
export function createEvidenceReads(http: Pick<UpstreamHttp, 'read'>, log: Log): EvidenceReads {
  const get = createGet(http, log);
  return {
    consentEvidence: (evidenceId) =>
      get('/v1/api-first/consent-evidence/{evidenceId}', { evidenceId }, evidence),
    ownConsentEvidence: async (external_reference_id) => {
      const query = evidenceQuery.parse({ external_reference_id });
      const { items } = await get('/v1/api-first/consent-evidence', {}, evidenceList, query);
      return items.length === 1 ? (items[0] ?? null) : null;
    },
    physicianEvidence: (evidenceId) =>
      get('/v1/api-first/physician-order-evidence/{evidenceId}', { evidenceId }, evidence),
  };
}
