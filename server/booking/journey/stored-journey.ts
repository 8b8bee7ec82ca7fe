/** The schema of a journey's body in the database. */
import { z } from 'zod';
import { profile } from '../../contract/journey-api/answers.ts';
import type { NoticeCode } from '../../contract/journey-api/notices.ts';
import { consentText } from '../../contract/journey-api/signed-consents.ts';
import { stepNames } from '../../contract/journey-api/steps.ts';
import { fieldProblem } from '../../contract/problem.ts';
import { consentFinalizeRequest } from '../../contract/upstream-api/consent.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { scheduled } from '../../upstream/appointments/responses.ts';
import { configuration } from '../../upstream/configuration.ts';
import { neededOffering } from '../../upstream/offerings/responses.ts';
import { orderedAppointments } from '../../upstream/orders/responses.ts';
import { neededSubmission } from '../../upstream/questionnaire/responses.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';
import type { Journey } from './journey-state.ts';

const text = z.string();
/** Texts of sets that a later version may extend. */
const writeKind = z.custom<WriteKind>((value) => typeof value === 'string');
const noticeCode = z.custom<NoticeCode>((value) => typeof value === 'string');

const place = z.looseObject({
  address_line_1: text.nullable(),
  address_line_2: text.nullable(),
  city: text.nullable(),
  state: text.nullable(),
  postal_code: text.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  distance_miles: z.number().nullable(),
  starting_retail_price: z.number().nullable(),
  tests: z.array(z.looseObject({ catalog_id: text, offering_id: text, test_type: text })),
});

const version = z.union([text, z.number()]).nullable();
const branch = z.looseObject({ configuration_version: version, physician_mode: text });

const signing = z.looseObject({
  template_id: text,
  template_version: version,
  content_hash: text,
  payload_schema_version: text.nullable(),
  canonicalization_version: text.nullable(),
  finalize: consentFinalizeRequest,
  session_id: text.nullable(),
  configuration_version: version,
  text: consentText,
  signedAtMs: z.number(),
});

/** The schema of a stored journey. It keeps unknown fields, which a newer version may have written. */
export const storedJourney: z.ZodType<Journey> = z.looseObject({
  id: text,
  customerId: text,
  revision: z.int(),
  state: z.enum(['open', 'finished', 'left']),
  step: z.enum(stepNames),
  configuration: configuration.needed,
  offeredTests: z.array(testType),
  offersAlternates: z.boolean(),
  limits: z.looseObject({
    locations: z.array(text).nullable(),
    offerings: z.array(text).nullable(),
    radiusMiles: z.number().nullable(),
  }),
  previous: z.looseObject({ journeyId: text, testType: text.nullable() }).nullable(),
  finishedAt: z.number().nullable(),
  search: z
    .looseObject({
      test_types: z.array(testType),
      near: z.union([z.looseObject({ zip: text }), z.looseObject({ lat: z.number(), lng: z.number() })]),
      page: z.int(),
      offered: z.array(place).exactOptional(),
    })
    .nullable(),
  chosen: z.looseObject({ catalog_id: text, offering_id: text, test_type: text, place }).nullable(),
  product: neededOffering
    .extend({
      accepted: z.boolean(),
      isSkipped: z.boolean(),
      price: z.looseObject({ amount: z.number(), currency: text }),
    })
    .nullable(),
  times: z.looseObject({ primary: text, alternates: z.array(text) }).nullable(),
  taken: z.looseObject({ lost: z.array(text), kept: z.array(text) }).nullable(),
  profile: profile.nullable(),
  earlierProfile: profile.nullable(),
  knownZip: text.nullable(),
  asksBodyMeasures: z.boolean(),
  identityId: text.nullable(),
  signing: signing.nullable(),
  openConsentSession: text.nullable(),
  consent: z
    .looseObject({
      grant_id: text,
      expires_at: text.nullable(),
      test_type: text,
      signed: signing.omit({ finalize: true, text: true }),
    })
    .nullable(),
  uploaded: z.looseObject({ id: text, content_length: z.int(), sha256: text }).nullable(),
  evidence: z
    .looseObject({
      evidenceId: text,
      upstreamId: text.nullable(),
      status: z.enum(['checking', 'accepted']),
      test_type: text,
      signed: z.looseObject({ signer_name: text, signed_at: text, sha256: text, bytes: z.int() }),
      attestation_version: text,
      configuration_version: version,
    })
    .nullable(),
  documentReason: text.nullable(),
  partnerAsked: z.boolean(),
  prescreen: z.looseObject({ order_id: text, branch }).nullable(),
  advisesEmergency: z.boolean(),
  payment: z
    .union([
      z.looseObject({ state: z.literal('begun'), payUrl: text }),
      z.looseObject({ state: z.literal('paid'), reference: text }),
    ])
    .nullable(),
  order: z
    .looseObject({
      order_id: text,
      order_ref: text,
      appointment_id: text,
      // An order that was found after a restore has nothing else.
      answer: z.looseObject({ appointments: orderedAppointments }),
      branch,
    })
    .nullable(),
  questionnaire: neededSubmission.nullable(),
  preparation: z.array(z.looseObject({ label: text, format: z.enum(['html', 'text']), text })),
  schedule: scheduled.needed.nullable(),
  pending: z.looseObject({ writeId: text, kind: writeKind }).nullable(),
  completed: z.partialRecord(writeKind, z.int()),
  refused: z.partialRecord(writeKind, text),
  notice: z
    .looseObject({ code: noticeCode, fields: z.array(fieldProblem), upstream_request_id: text.nullable() })
    .nullable(),
  lastRequest: text.nullable(),
});
