/** Writes of consent sessions (Consent session; GAP-27). */
import {
  consentFinalized,
  consentFinalizeRequest,
  consentSession,
  consentSessionRequest,
} from '../../contract/upstream-api/consent.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

const sessions = '/v1/api-first/consent-sessions';

/** The writes of a consent session, for the full API. */
export const consentWrites = {
  'consent_session.create': post(sessions, consentSessionRequest, consentSession),
  'consent_session.abandon': post(`${sessions}/{sessionId}/abandon`, null, consentSession),
  'consent_session.finalize': post(
    `${sessions}/{sessionId}/finalize`,
    consentFinalizeRequest,
    consentFinalized,
  ),
} as const satisfies Record<string, WriteKindEntry>;
