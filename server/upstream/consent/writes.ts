/** Writes of consent sessions (Consent session; GAP-27). */
import { consentFinalizeRequest, consentSessionRequest } from '../../contract/upstream-api/consent.ts';
import { anyId } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';
import { consentAbandoned, consentFinalized, consentSession } from './responses.ts';

const sessions = '/v1/api-first/consent-sessions';
/** Ids go back as the service gave them. */
const sessionRequest = consentSessionRequest.extend({
  customer_identity_id: anyId,
  consent_template_version_id: anyId,
});

/** The writes of a consent session, for the full API. */
export const consentWrites = {
  'consent_session.create': post(sessions, sessionRequest, consentSession),
  'consent_session.abandon': post(`${sessions}/{sessionId}/abandon`, null, consentAbandoned),
  'consent_session.finalize': post(
    `${sessions}/{sessionId}/finalize`,
    consentFinalizeRequest,
    consentFinalized,
  ),
} as const satisfies Record<string, WriteKindEntry>;
