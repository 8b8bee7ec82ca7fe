/**
 * What the server needs of the consent: the whole text with its ids, since a customer signs it, and the ids of a
 * session and its grant (CONS-04..CONS-43).
 */
import { z } from 'zod';
import {
  consentBundle as namedConsentBundle,
  consentFinalized as namedConsentFinalized,
  consentSession as namedConsentSession,
} from '../../contract/upstream-api/consent.ts';
import { timestamp } from '../../contract/upstream-api/envelope.ts';
import { anyId, orNull, type ReadOf, reader, textOrNumber } from '../response-reader.ts';

/** Everything that is shown or signed is needed. Of the versions, only the hash is sent. */
export const consentBundle = reader({
  needed: z.looseObject({
    canonicalization_version: orNull(textOrNumber),
    payload_schema_version: orNull(textOrNumber),
    required_decision_ids: z.array(z.string()),
    required_section_ids: z.array(z.string()),
    template: z.looseObject({
      content: z.looseObject({ decisions: z.array(z.looseObject({})) }),
      content_hash: z.string().min(1),
      id: anyId,
      version: orNull(z.union([z.string(), z.number()])),
    }),
  }),
  named: namedConsentBundle,
});
/** The consent text of a test type with its required decisions. */
export type ConsentBundle = ReadOf<typeof consentBundle>;

const neededSession = z.looseObject({
  id: anyId,
  finalized_at: orNull(z.string()),
  abandoned_at: orNull(z.string()),
  status: orNull(z.string()),
  grant: orNull(z.looseObject({ id: anyId })),
});
/** The response to a consent session: later requests name it. A time that is absent has not come. */
export const consentSession = reader({ needed: neededSession, named: namedConsentSession });
/** A consent session as the server reads it. */
export type ConsentSession = ReadOf<typeof consentSession>;

/** Whether the session was signed, and was not given up. */
export const isFinalized = ({ finalized_at, abandoned_at, status }: ConsentSession): boolean =>
  (finalized_at !== null || status?.toLowerCase() === 'finalized') && abandoned_at === null;

/** The response to an abandoned session: a success is enough. */
export const consentAbandoned = reader({ needed: z.looseObject({}), named: namedConsentSession });

/** The response to a signature: the order names the grant. Without its end, the order finds out when it is over. */
export const consentFinalized = reader({
  needed: z.looseObject({ grant: z.looseObject({ id: anyId, expires_at: orNull(timestamp) }) }),
  named: namedConsentFinalized,
});
