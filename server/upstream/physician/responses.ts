/**
 * What the server needs of a structured physician order: everything that the physician reads and signs, and the status
 * of the session (PHY-03..PHY-42).
 */
import { z } from 'zod';
import { timestamp } from '../../contract/upstream-api/envelope.ts';
import {
  physicianOrderBundle as namedPhysicianOrderBundle,
  physicianSession as namedPhysicianSession,
  physicianPresentation,
} from '../../contract/upstream-api/physician-order.ts';
import { anyId, orNull, type ReadOf, reader } from '../response-reader.ts';

const hash = z.string().min(1);
const template = z.looseObject({ id: anyId, content_hash: hash });

/** The response to the read of the bundle. */
export const physicianOrderBundle = reader({
  needed: z.looseObject({
    context_hash: hash,
    existing_session_id: orNull(anyId),
    session_requirements: z.looseObject({
      allowed_approval_methods: z.array(z.string()),
      allowed_workflow_types: z.array(z.string()),
      order_date_required: orNull(z.boolean()),
      // `provider_fields_required` names no field. The form asks for every one, which satisfies either value (PHY-05).
    }),
    sla: orNull(
      z.looseObject({
        breached_at: orNull(timestamp),
        due_at: orNull(timestamp),
        enabled: orNull(z.boolean()),
      }),
    ),
    template,
  }),
  named: namedPhysicianOrderBundle,
});
/** What a structured order starts from, as the server reads it. */
export type PhysicianOrderBundle = ReadOf<typeof physicianOrderBundle>;

/** How far a session is. */
const progress = {
  status: z.string(),
  artifact: orNull(z.looseObject({ status: orNull(z.string()), signed_form_url: orNull(z.string()) })),
};

/** A session to sign: what the physician reads, and what the signature names. */
export const neededSession = z.looseObject({
  ...progress,
  id: anyId,
  approval_method: orNull(z.string()),
  workflow_type: orNull(z.string()),
  order_date: orNull(z.string()),
  expires_at: orNull(timestamp),
  context_hash: hash,
  presentation_hash: hash,
  partner_attestation: z.looseObject({ text_hash: hash, version: z.string() }),
  physician: z.unknown().optional(),
  template,
  presentation: physicianPresentation.extend({
    schema_version: orNull(z.union([z.string(), z.number()])),
  }),
});

/** The response to a new session, and to a read of one that this server does not have. */
export const physicianSession = reader({ needed: neededSession, named: namedPhysicianSession });
/** A session as the server reads it. */
export type PhysicianSession = ReadOf<typeof physicianSession>;

/** The response to a read of a session whose text this server has: it was frozen and cannot have changed (PHY-35). */
export const sessionProgress = reader({
  needed: z.looseObject(progress),
  named: namedPhysicianSession,
});

/** The response to a signature and to the end of a session: a success is enough. An address in it is not kept (PHY-45). */
export const sessionChanged = reader({ needed: z.object({}), named: namedPhysicianSession });
