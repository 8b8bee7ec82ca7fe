/** What the specification says about the fields of a response. Fields that it does not name may be there too. */
import { z } from 'zod';

const text = z.string();
const flag = z.boolean();
const uuid = z.uuid();
const time = z.iso.datetime({ offset: true });
const date = z.iso.date();
const hash = text.min(1);
const unset = <T extends z.ZodType>(shape: T) => shape.nullable();
/** Fields of one shape. */
const of = <T, K extends string>(shape: T, ...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, shape])) as Record<K, T>;
const texts = z.array(text);
const page = z.object({ has_more: flag, limit: z.int(), offset: z.int(), returned_count: z.int() });

/** The eight test types. */
export const testTypes = ['DEXA', 'DEXABMD', 'VO2', 'CALST', 'RMR', 'BODPOD', 'HYDROSTATIC', 'SECA'] as const;
/** One of the eight test types. */
export type TestType = (typeof testTypes)[number];

/** The consent modes of a key. */
export const consentModes = ['service_consent_api', 'api_partner_pdf'] as const;
/** The physician-order modes of a key. */
export const physicianModes = ['service_service', 'structured_api', 'api_partner_pdf'] as const;

const configuration = z.object({
  configuration_version: z.union([text, z.number()]),
  customer_consent: z.object({ mode: z.enum(consentModes) }),
  physician_order: z.object({ mode: z.enum(physicianModes) }),
  environment: text,
  updated_at: time,
});

const location = z.object({
  id: uuid,
  address_line_1: text,
  address_line_2: unset(text),
  ...of(text, 'city', 'state', 'postal_code'),
  ...of(z.number(), 'lat', 'lng'),
  distance_miles: unset(z.number()),
  starting_retail_price: z.number(),
  tests: z.array(z.object({ catalog_id: uuid, offering_id: uuid, test_type: z.enum(testTypes) })),
});
const locations = z.object({
  partners_within_radius: z.array(location),
  // Their items are not shown.
  nearest_partners: z.array(location.partial()),
  alternate_test_partners: z.array(location.partial()),
  meta: z.object({
    ...of(z.int(), 'alternate_partners_per_test_limit', 'nearest_partners_limit'),
    pagination_applies_to: text,
    fallback_behavior: z.record(text, text),
  }),
  pagination: z.object({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() }),
});

const offeringProduct = z.object({
  additional_note: unset(text).optional(),
  product: z.object({
    ...of(uuid, 'id', 'test_id'),
    ...of(text, 'name', 'description', 'product_type'),
    test_type: z.enum(testTypes),
    currency: text,
    ...of(z.number(), 'retail_price', 'integrator_price', 'percent_off'),
    tags: z.array(z.object({ id: uuid, name: text })),
    is_prescreening_required: flag,
  }),
});

/** With an explicit numeric offset. */
const localTime = text.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d$/);
const availability = z.object({
  schedule: z.object({
    offering_id: uuid,
    test_type: z.enum(testTypes),
    available_dates: z.array(
      z.object({ available_date: date, available_times: z.array(z.object({ available_time: localTime })) }),
    ),
  }),
});

const identity = z.object({ customer_identity_id: uuid, external_customer_id: text.optional() });

const consentBundle = z.object({
  cache: z.looseObject({}),
  ...of(text, 'canonicalization_version', 'payload_schema_version'),
  required_decision_ids: texts,
  required_section_ids: texts,
  template: z.object({
    canonical_test_type: z.enum(testTypes),
    content: z.looseObject({ decisions: z.array(z.looseObject({})).length(4) }),
    content_hash: hash,
    id: uuid,
    version: z.union([text, z.number()]),
  }),
});

const consentSession = z.object({
  id: uuid,
  canonical_test_type: z.enum(testTypes),
  customer_identity_id: uuid,
  expires_at: time,
  ...of(unset(time), 'finalized_at', 'abandoned_at'),
  abandonment_reason: unset(text),
  grant: unset(z.object({ id: uuid })),
  status: text,
});

const consentFinalized = z.object({
  grant: z.object({ id: uuid, expires_at: time }),
  session: consentSession,
  artifact: z.looseObject({}),
});

const evidence = z.object({
  id: uuid,
  status: z.enum([
    ...(['awaiting_upload', 'processing', 'accepted', 'abandoned'] as const),
    ...(['rejected', 'failed', 'superseded', 'invalidated'] as const),
  ]),
  status_changed_at: time,
  ...of(unset(time), 'collected_at', 'signed_at', 'expires_at'),
  signer_name: text,
  ...of(unset(uuid), 'customer_identity_id', 'appointment_id', 'physician_order_request_id'),
  ...of(text, 'canonical_test_type', 'assurance_basis', 'verification_level', 'processing_method'),
  safe_reason_code: unset(text),
  version: z.int(),
  upload_session: unset(
    z.object({
      id: uuid,
      url: z.url(),
      method: text,
      expires_at: time,
      required_headers: z.record(text, text),
    }),
  ),
});

const evidenceList = z.object({ items: z.array(evidence), pagination: page });

const attestation = z.object({ text, text_hash: hash, version: text });
const physicianTemplate = z.object({
  content_hash: hash,
  id: uuid,
  schema_version: text,
  version: z.union([text, z.number()]),
});
const physicianBundle = z.object({
  appointment_id: uuid,
  context_hash: hash,
  existing_session_id: unset(uuid),
  request_id: uuid,
  request_state: text,
  partner_attestation: attestation,
  session_requirements: z.object({
    allowed_approval_methods: texts,
    allowed_workflow_types: texts,
    ...of(flag, 'order_date_required', 'provider_fields_required'),
  }),
  sla: z.object({ breached_at: unset(time), due_at: unset(time), enabled: flag }),
  template: physicianTemplate,
});

const physicianSession = z.object({
  ...of(uuid, 'id', 'appointment_id', 'request_id'),
  ...of(text, 'status', 'approval_method', 'workflow_type'),
  order_date: date,
  expires_at: time,
  ...of(hash, 'context_hash', 'presentation_hash'),
  partner_attestation: attestation,
  physician: z.looseObject({}),
  template: physicianTemplate,
  presentation: z.object({
    ...of(text, 'schema_version', 'title'),
    sections: z.array(z.unknown()),
    required_acknowledgements: z.array(z.unknown()),
  }),
  artifact: z.object({ status: text, signed_form_url: unset(text) }),
});

const prescreenForm = z.object({
  required_fields: texts,
  validation_rules: z.unknown(),
  copy: z.object({
    sections: z.array(
      z.object({
        id: text,
        title: unset(text),
        fields: z.array(
          z.object({
            ...of(text, 'name', 'label', 'control'),
            required: flag,
            options: z.unknown().optional(),
          }),
        ),
      }),
    ),
    consent: z.object({ field: text, label: text }),
    submit_button_text: text,
  }),
});

const prescreened = z.object({ order_id: uuid });

const order = z.object({
  order_id: uuid,
  order_ref: z.union([text, z.number()]),
  appointments: z
    .array(
      z.object({
        appointment_id: uuid,
        ...of(text, 'appointment_status', 'results_status'),
        test_type: z.enum(testTypes),
      }),
    )
    .min(1),
  appointments_created: z.int(),
  customer: z.looseObject({}),
  integrator_id: z.union([text, z.number()]),
  ...of(z.number(), 'integrator_total', 'retail_total'),
  pricing_rule_type: z.unknown(),
  pricing_rule_value: z.unknown(),
  quest_codes: z.array(z.unknown()),
  source: z.unknown(),
});

const definition = z.object({
  id: uuid,
  name: text,
  version: z.int(),
  status: text,
  canonical_test_type: z.enum(testTypes),
  content_hash: hash,
  content: z.object({
    sections: z.array(z.object({ id: text, title: text })),
    fields: z.array(z.object({ id: text, label: text, required: flag, type: text })),
    acknowledgements: z.array(z.object({ id: text, label: text, required: flag })),
  }),
});

const submission = z.object({
  ...of(uuid, 'appointment_id', 'questionnaire_definition_id', 'questionnaire_submission_id'),
  questionnaire_version: z.int(),
  content_hash: hash,
  completed_at: time,
  status: z.literal('finalized'),
  outcome: z.object({
    status: z.enum(['accepted', 'blocked', 'physician_review_required']),
    code: unset(text),
  }),
});

const scheduled = z.object({
  ...of(uuid, 'appointment_id', 'order_id'),
  status: z.literal('pending_confirmation'),
  selected_appointment_date: localTime,
  alternate_availabilities: z.array(localTime),
  requested_at: time,
  requested_timezone: text,
  ...of(unset(text), 'physician_order_status', 'physician_order_submission_status'),
  ...of(unset(time), 'physician_order_submission_deadline_at', 'physician_order_submitted_at'),
  cancellation_reason_code: unset(text),
});

const appointment = z.object({
  ...of(uuid, 'appointment_id', 'order_id'),
  ...of(text, 'status', 'results_status'),
  test_type: z.enum(testTypes),
  ...of(unset(time), 'scheduled_for', 'original_scheduled_for', 'requested_at', 'confirmed_at'),
  ...of(time, 'created_at', 'updated_at'),
  location: z.object({
    address_line_1: text,
    address_line_2: unset(text),
    ...of(text, 'city', 'state', 'postal_code'),
    timezone: text.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'no IANA zone'),
  }),
  form_type: unset(text),
  has_signed_form: flag,
  ...of(unset(text), 'artifact_status', 'physician_order_status', 'physician_order_submission_status'),
  ...of(unset(time), 'physician_order_submission_deadline_at', 'physician_order_submitted_at'),
  cancellation_reason_code: unset(text),
});

const appointments = z.object({
  items: z.array(appointment),
  page_info: z.object({ has_more: flag, limit: z.int(), next_cursor: unset(text) }),
});

const canceled = z.object({
  appointment_id: uuid,
  status: z.literal('canceled'),
  cancelled_within_24_hour_window: flag,
});
const rescheduled = z.object({
  new_requested_date: time,
  rescheduled_within_24_hour_window: flag,
  status: z.literal('pending_confirmation'),
});
const checkInLink = z.object({ url: z.url(), expires_at_iso: time, expires_at_unix: z.int() });
const signedForm = z.object({
  appointment_id: uuid,
  form_type: text,
  signed_form_url: z.url(),
  expires_in_seconds: z.int(),
});

/** The shapes of the data of responses. */
export const shapes = {
  appointment,
  appointments,
  availability,
  canceled,
  checkInLink,
  configuration,
  consentBundle,
  consentFinalized,
  consentSession,
  definition,
  evidence,
  evidenceList,
  identity,
  locations,
  offeringProduct,
  order,
  physicianBundle,
  physicianSession,
  prescreenForm,
  prescreened,
  rescheduled,
  scheduled,
  signedForm,
  submission,
};

/** The data of a response, by the name of its shape. */
export type Shape<Name extends keyof typeof shapes> = z.infer<(typeof shapes)[Name]>;
