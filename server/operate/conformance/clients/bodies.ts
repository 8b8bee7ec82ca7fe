/** The bodies that a client sends: the fields that the specification names, and no others. */
import { z } from 'zod';
import { eventTypes } from '../receiver.ts';
import { testTypes } from '../shapes.ts';

const text = z.string().min(1);
const flag = z.boolean();
const uuid = z.uuid();
const date = z.iso.date();
const time = z.iso.datetime({ offset: true });
const yes = z.literal(true);
const address = z.union([z.ipv4(), z.ipv6()]);
const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d$/, 'no time with a numeric offset');
const texts = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<K, typeof text>;

const place = texts('address_line_1', 'city', 'state', 'postal_code');
const person = texts('first_name', 'last_name');
const sex = z.enum(['male', 'female']);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'no lowercase hexadecimal SHA-256');

const identity = z.strictObject({
  external_customer_id: text,
  ...person,
  email: z.email(),
  phone: text,
  date_of_birth: date,
  sex,
  address: z.strictObject(place),
});

const session = z.strictObject({
  customer_identity_id: uuid,
  canonical_test_type: z.enum(testTypes),
  consent_template_version_id: uuid,
  content_hash: text,
});
const signature = z.strictObject({
  typed_name: text,
  signer_role: z.literal('self'),
  electronic_signature_attestation: yes,
  decisions: z.record(z.enum(['testing_consent', 'hipaa_authorization', 'data_use', 'arbitration']), flag),
  customer_ip: address,
  customer_user_agent: text,
});

const document = z.strictObject({
  file_name: text,
  content_type: z.literal('application/pdf'),
  content_length: z.int().min(1).max(20_971_520),
  sha256: hash,
});
const attestation = z.strictObject({ accepted: yes, version: text });
const consentEvidence = z.strictObject({
  attestation,
  canonical_test_type: z.enum(testTypes),
  collected_at: time,
  customer_identity_id: uuid,
  document,
  external_reference_id: text,
  signed_at: time,
  signer_name: text,
});
const physicianEvidence = z.strictObject({
  attestation,
  document,
  ...texts('external_reference_id', 'license_number', 'license_state', 'npi', 'physician_full_name'),
  order_date: date,
});
const complete = z.strictObject({ sha256: hash });

const shared = {
  catalog_id: uuid,
  offering_id: uuid,
  product_id: uuid,
  test_id: uuid,
  customer_identity_id: uuid.optional(),
  external_customer_id: text.optional(),
  // Which of them are mandatory is not shown.
  customer: z
    .strictObject({
      ...person,
      email: z.email(),
      phone_number: text,
      date_of_birth: date,
      sex,
      height: z.number(),
      weight: z.number(),
      address: z.strictObject({ ...place, address_line_2: z.string().nullable() }).partial(),
    })
    .partial(),
  consent_grant_id: uuid.optional(),
  partner_consent_evidence_id: uuid.optional(),
};
const prescreen = z.strictObject({
  ...shared,
  prescreen: z
    .strictObject({
      dob: z.string().regex(/^\d\d\/\d\d\/\d{4}$/, 'no date as MM/DD/YYYY'),
      family_history_cardiovascular_disease: flag,
      high_cholesterol_or_hypertension: flag,
      diabetes: flag,
      bmi_higher_than_25: flag,
      sedentary_lifestyle: flag,
      smoker: flag,
      symptoms_heart_disease: flag,
      pregnant: flag,
      diagnosed_heart_disease: flag,
      ...texts('pcp_name', 'pcp_phone'),
    })
    .partial()
    .extend({ pcp_consent: yes }),
});
const order = z.strictObject({ ...shared, external_payment_reference: text, order_id: uuid.optional() });

const questionnaire = z.strictObject({
  questionnaire_definition_id: uuid,
  content_hash: text,
  answers: z.record(z.string(), flag),
  acknowledgements: z.record(z.string(), flag),
});
const schedule = z.strictObject({
  selected_appointment_date: localTime,
  alternate_availabilities: z.array(localTime).min(1).max(3),
});
const cancel = z.strictObject({
  confirm_within_24_hour_penalty: flag.optional(),
  reason: z.string().max(500).optional(),
});
const reschedule = z.strictObject({
  new_requested_date: time,
  alternate_availabilities: z.array(time).max(3).optional(),
  confirm_within_24_hour_penalty: flag.optional(),
});

const orderSession = z.strictObject({
  template_version_id: uuid,
  content_hash: text,
  context_hash: text,
  order_date: date.optional(),
  physician: z
    .strictObject({
      ...texts('full_name', 'credentials', 'npi', 'license_state', 'license_number', 'ordering_entity'),
      contact: z
        .strictObject({ type: text, address: z.strictObject(place), phone: text, fax: z.string() })
        .partial(),
    })
    .partial()
    .optional(),
  approval_method: text,
  workflow_type: text,
  replaces_session_id: uuid.optional(),
});
const approve = z.strictObject({
  ...texts('content_hash', 'context_hash', 'presentation_hash'),
  template_version_id: uuid,
  approval: z.strictObject({
    approved_at: time,
    order_acknowledgement: yes,
    electronic_signature_attestation: yes,
    typed_name: text,
    ip_address: address,
    ...texts('user_agent', 'session_reference', 'external_reference_id'),
    device_metadata: z.record(z.string(), z.string()),
  }),
  partner_attestation: z.strictObject({ accepted: yes, version: text, text_hash: text }),
});
const webhooks = z.strictObject({
  callback_url: z.url(),
  subscribed_events: z.array(z.enum(eventTypes)).min(1),
  partner_evidence_webhooks_enabled: flag,
});

const handoff = z.strictObject({
  selected_appointment_date: localTime,
  alternate_availabilities: z.array(localTime).min(1).max(3),
  customer_data: z.strictObject({
    ...person,
    phone: z.string().regex(/^(\D*\d){10,11}\D*$/, 'not 10 or 11 digits'),
    date_of_birth: date,
    sex_assigned_at_birth: text,
    ...place,
    height: z.number(),
    weight: z.int().positive(),
  }),
  return_url: z.url().optional(),
  member_profile_url: z.url().optional(),
  presentation_mode: z.enum(['hosted_page', 'iframe']).optional(),
  ui_controls: z
    .strictObject({ hide_change: flag, hide_exit: flag, hide_return_to_profile: flag })
    .partial()
    .optional(),
});

/** The shapes of the bodies of requests. */
export const bodies = {
  ...{ identity, session, signature, consentEvidence, physicianEvidence, complete, prescreen, order },
  ...{ questionnaire, schedule, cancel, reschedule, orderSession, approve, webhooks, handoff },
};
