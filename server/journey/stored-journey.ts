/** What the body of a journey holds in the database. */
import { z } from 'zod';
import { profile } from '../contract/journey-api/answers.ts';
import type { NoticeCode } from '../contract/journey-api/notices.ts';
import { stepNames } from '../contract/journey-api/steps.ts';
import { fieldProblem } from '../contract/problem.ts';
import { configuration } from '../contract/upstream-api/configuration.ts';
import { consentFinalizeRequest } from '../contract/upstream-api/consent.ts';
import { offeringProduct } from '../contract/upstream-api/offerings.ts';
import { order } from '../contract/upstream-api/orders.ts';
import { finalizedSubmission } from '../contract/upstream-api/questionnaire.ts';
import { scheduleResponse } from '../contract/upstream-api/schedule.ts';
import { testType } from '../contract/upstream-api/test-types.ts';
import type { WriteKind } from '../upstream/write-kinds.ts';
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

const signing = z.looseObject({
  template_id: text,
  template_version: z.union([text, z.number()]),
  content_hash: text,
  payload_schema_version: text,
  canonicalization_version: text,
  finalize: consentFinalizeRequest,
  session_id: text.nullable(),
});

/** The schema of a stored journey. It keeps unknown fields, which a newer version may have written. */
export const storedJourney: z.ZodType<Journey> = z.looseObject({
  id: text,
  customerId: text,
  origin: text,
  revision: z.int(),
  state: z.enum(['open', 'finished', 'left']),
  step: z.enum(stepNames),
  configuration,
  offeredTests: z.array(testType),
  offersAlternates: z.boolean(),
  // Earlier bodies have none of the next three.
  limits: z
    .looseObject({
      locations: z.array(text).nullable(),
      offerings: z.array(text).nullable(),
      radiusMiles: z.number().nullable(),
    })
    .default({ locations: null, offerings: null, radiusMiles: null }),
  previous: z.looseObject({ journeyId: text, testType: text.nullable() }).nullable().default(null),
  finishedAt: z.number().nullable().default(null),
  search: z
    .looseObject({
      test_types: z.array(testType),
      near: z.union([z.looseObject({ zip: text }), z.looseObject({ lat: z.number(), lng: z.number() })]),
      page: z.int(),
      offered: z.array(place).exactOptional(),
    })
    .nullable(),
  chosen: z.looseObject({ catalog_id: text, offering_id: text, test_type: text, place }).nullable(),
  product: offeringProduct
    .extend({
      accepted: z.boolean(),
      isSkipped: z.boolean().exactOptional(),
      price: z.looseObject({ amount: z.number(), currency: text }).exactOptional(),
    })
    .nullable(),
  times: z.looseObject({ primary: text, alternates: z.array(text) }).nullable(),
  // Bodies of older versions have none.
  taken: z
    .looseObject({ lost: z.array(text), kept: z.array(text) })
    .nullable()
    .default(null),
  profile: profile.nullable(),
  // Bodies of older versions have none.
  earlierProfile: profile.nullable().default(null),
  asksBodyMeasures: z.boolean(),
  identityId: text.nullable(),
  signing: signing.nullable(),
  // Bodies from before migration 0016 may have none.
  openConsentSession: text.nullable().default(null),
  consent: z
    .looseObject({
      grant_id: text,
      expires_at: text,
      test_type: text,
      signed: signing.omit({ finalize: true }),
    })
    .nullable(),
  uploaded: z.looseObject({ id: text, content_length: z.int(), sha256: text }).nullable(),
  evidence: z
    .looseObject({
      deskId: text,
      upstreamId: text.nullable(),
      status: z.enum(['checking', 'accepted']),
      test_type: text,
      attestation_version: text,
    })
    .nullable(),
  documentReason: text.nullable(),
  partnerAsked: z.boolean(),
  prescreen: z.looseObject({ order_id: text }).nullable(),
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
      answer: order.pick({ appointments: true }),
    })
    .nullable(),
  questionnaire: finalizedSubmission.nullable(),
  schedule: scheduleResponse.nullable(),
  pending: z.looseObject({ writeId: text, kind: writeKind }).nullable(),
  completed: z.partialRecord(writeKind, z.int()).exactOptional(),
  refused: z.partialRecord(writeKind, text),
  notice: z
    .looseObject({ code: noticeCode, fields: z.array(fieldProblem), upstream_request_id: text.nullable() })
    .nullable(),
});
