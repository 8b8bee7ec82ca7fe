/** What is read of partner evidence, an endpoint a line (Consent evidence, Physician-order evidence; CEV-14, PEV-09, PEV-14). */
import { type Evidence, evidence } from '../contract/upstream-api/evidence.ts';
import type { Log } from '../http/log.ts';
import { createGet, createReadAs } from './get.ts';
import type { UpstreamHttp } from './http.ts';

export interface EvidenceReads {
  consentEvidence(id: string): Promise<Evidence>;
  physicianEvidence(id: string): Promise<Evidence>;
}

export function createEvidenceReads(http: UpstreamHttp, log: Log): EvidenceReads {
  const get = createGet(http, createReadAs(log), log);
  return {
    consentEvidence: (evidenceId) =>
      get('/v1/api-first/consent-evidence/{evidenceId}', { evidenceId }, evidence),
    physicianEvidence: (evidenceId) =>
      get('/v1/api-first/physician-order-evidence/{evidenceId}', { evidenceId }, evidence),
  };
}
