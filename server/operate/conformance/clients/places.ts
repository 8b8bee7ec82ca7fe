/** Where a client sends requests. */
import { endpointOf } from '../breaches.ts';
import { byName } from '../endpoints.ts';

/** The endpoints, and the addresses of upload sessions. */
export const at = { ...byName, upload: 'upload' } as const;

/** The endpoints that both kinds of evidence have: of consents, then of physician's orders. */
export const ofEvidence = {
  create: [at.consentEvidence, at.physicianEvidence] as string[],
  list: [at.listConsentEvidence, at.listPhysicianEvidence] as string[],
  read: [at.readConsentEvidence, at.readPhysicianEvidence] as string[],
  replace: [at.replaceConsentUpload, at.replacePhysicianUpload] as string[],
  complete: [at.completeConsentUpload, at.completePhysicianUpload] as string[],
};

/** @returns `upload` for the address of an upload session, else the endpoint */
export const placeOf = (method: string, path: string, uploads: ReadonlySet<string>): string | null =>
  uploads.has(path) ? at.upload : endpointOf({ method, path });
