/**
 * The fields of responses that the next step needs, and the ways in which a field of a response can differ. Another
 * source of responses needs no other table.
 */
const evidence = ['id', 'status'];
const upload = [
  ...evidence,
  ...['upload_session', 'upload_session.id', 'upload_session.url', 'upload_session.required_headers?'],
];
const evidenceItems = ['items[]', 'items.*.id', 'items.*.status'];
const questionnaire = [
  ...[
    'id',
    'content_hash',
    'content',
    'content.sections[]',
    'content.fields[]',
    'content.acknowledgements[]',
  ],
  ...['content.sections.*.id', 'content.sections.*.title?'],
  ...['id', 'label', 'type'].map((name) => `content.fields.*.${name}`),
  ...['id', 'label', 'copy_format?', 'copy?'].map((name) => `content.acknowledgements.*.${name}`),
];
const session = [
  'id',
  'status',
  'context_hash',
  'presentation_hash',
  ...['partner_attestation', 'partner_attestation.text_hash', 'partner_attestation.version'],
  ...['template', 'template.id', 'template.content_hash'],
  ...[
    'presentation',
    'presentation.title',
    'presentation.sections',
    'presentation.required_acknowledgements',
  ],
];

/**
 * The values that the next step needs, by route. A `?` marks text that may be missing but not of another type, since it
 * would then not be shown. A `[]` marks a list that is empty if it is null. All others never stop.
 */
export const needed: Record<string, readonly string[]> = {
  'GET /v1/integration-configuration': [
    ...['customer_consent', 'customer_consent.mode', 'physician_order', 'physician_order.mode'],
  ],
  'GET /v1/locations': [
    'partners_within_radius[]',
    ...['partners_within_radius.*.tests[]', 'partners_within_radius.*.tests.*.catalog_id'],
    ...['partners_within_radius.*.tests.*.offering_id', 'partners_within_radius.*.tests.*.test_type'],
  ],
  'GET /v1/locations/{}/offerings/{}/products': [
    ...['product', 'product.id', 'product.test_id', 'product.currency', 'product.retail_price'],
    'product.is_prescreening_required',
    'product.tags.*.name',
  ],
  'GET /v1/locations/{}/offerings/{}/schedule': [
    ...['schedule', 'schedule.available_dates[]', 'schedule.available_dates.*.available_times[]'],
    'schedule.available_dates.*.available_times.*.available_time',
  ],
  'POST /v1/api-first/identities': ['customer_identity_id'],
  'GET /v1/api-first/identities/{}': ['customer_identity_id'],
  'GET /v1/api-first/consent-bundles/{}': [
    ...['required_decision_ids', 'required_section_ids', 'template', 'template.id', 'template.content_hash'],
    ...['template.content', 'template.content.decisions'],
  ],
  'POST /v1/api-first/consent-sessions': ['id'],
  'GET /v1/api-first/consent-sessions/{}': ['id'],
  'POST /v1/api-first/consent-sessions/{}/finalize': ['grant', 'grant.id'],
  'POST /v1/api-first/consent-evidence': upload,
  'POST /v1/api-first/consent-evidence/{}/upload-sessions': upload,
  'POST /v1/api-first/consent-evidence/{}/upload-sessions/{}/complete': evidence,
  'GET /v1/api-first/consent-evidence': evidenceItems,
  'GET /v1/api-first/consent-evidence/{}': evidence,
  'POST /v1/api-first/appointments/{}/physician-order-evidence': upload,
  'POST /v1/api-first/physician-order-evidence/{}/upload-sessions': upload,
  'POST /v1/api-first/physician-order-evidence/{}/upload-sessions/{}/complete': evidence,
  'GET /v1/api-first/appointments/{}/physician-order-evidence': evidenceItems,
  'GET /v1/api-first/physician-order-evidence/{}': evidence,
  'GET /v1/tests/{}/prescreen-form': [
    ...['required_fields[]', 'copy', 'copy.consent', 'copy.consent.field', 'copy.consent.label'],
    ...['copy.sections[]', 'copy.sections.*.id', 'copy.sections.*.title?', 'copy.sections.*.fields[]'],
    ...['name', 'label', 'control', 'options?'].map((name) => `copy.sections.*.fields.*.${name}`),
  ],
  'POST /v1/tests/{}/prescreen-form/submissions': ['order_id'],
  'POST /v1/orders': ['order_id', 'appointments.*.appointment_id'],
  'GET /v1/tests/{}/scheduling-questionnaire': questionnaire,
  'GET /v1/appointments/{}/scheduling-questionnaire': questionnaire,
  'POST /v1/appointments/{}/scheduling-questionnaire': ['outcome', 'outcome.status'],
  'GET /v1/appointments': ['items[]', 'items.*.appointment_id', 'items.*.status'],
  'GET /v1/appointments/{}': ['appointment_id', 'status'],
  'GET /v1/appointments/{}/check-in-link': ['url'],
  'GET /v1/appointments/{}/signed-form': ['signed_form_url'],
  'GET /v1/api-first/appointments/{}/physician-order-bundle': [
    ...['context_hash', 'session_requirements', 'session_requirements.allowed_approval_methods'],
    ...['session_requirements.allowed_workflow_types', 'template', 'template.id', 'template.content_hash'],
  ],
  'POST /v1/api-first/appointments/{}/physician-order-sessions': session,
  'GET /v1/api-first/physician-order-sessions/{}': session,
};

/** Legal and medical text of any shape: what of it can be shown is decided by other tests. */
export const freeText =
  /^(template\.content\.decisions\.|template\.content\.(?!decisions$)|presentation\.(sections|required_acknowledgements)\.|copy\.sections\.\*\.fields\.\*\.options\.)/;

/** An object of a response. */
export type Json = Record<string, unknown>;
/** Whether a value is an object and not a list. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all fields, as keys; of a list its first item only. */
export function fieldsIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.length === 0 ? [] : fieldsIn(value[0], [...path, 0]);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    [...path, name],
    ...fieldsIn(part, [...path, name]),
  ]);
}

/** The path of a field, with `*` for each place in a list. */
export const nameOf = (path: readonly (string | number)[]) =>
  path.map((part) => (part === 0 ? '*' : part)).join('.');

/** Changes one field of an object. */
export const bends: Record<
  'absent' | 'null' | 'of another type',
  (place: Record<string, unknown>, name: string) => void
> = {
  absent: (place, name) => {
    delete place[name];
  },
  null: (place, name) => {
    place[name] = null;
  },
  'of another type': (place, name) => {
    place[name] = { x: ['canary-value'] };
  },
};
/** A way in which a field can differ. */
export type Bend = keyof typeof bends;

/** A response with one field changed. */
export function bent(data: Json, path: readonly (string | number)[], how: Bend) {
  const copy = structuredClone(data);
  let place: Record<string | number, unknown> = copy;
  for (const part of path.slice(0, -1)) place = place[part] as typeof place;
  bends[how](place, String(path.at(-1)));
  return copy;
}

/** Changes every field of a response that no step needs. */
export function bendAll(route: string, value: unknown, how: Bend, path: string[] = []): void {
  if (Array.isArray(value)) for (const item of value) bendAll(route, item, how, [...path, '*']);
  if (!isJson(value)) return;
  for (const [name, part] of Object.entries(value)) {
    const place = [...path, name].join('.');
    if (freeText.test(place)) continue;
    if (expectationOf(route, place, how) === 'passes' && !isList(route, place)) bends[how](value, name);
    else bendAll(route, part, how, [...path, name]);
  }
}

const isList = (route: string, name: string) => needed[route]?.includes(`${name}[]`) ?? false;

/** What a route needs, also where it needs nothing. */
export const expectationOf = (route: string, name: string, how: Bend): 'stops' | 'passes' => {
  const listed = needed[route] ?? [];
  if (listed.includes(name) || (isList(route, name) && how !== 'null')) return 'stops';
  return listed.includes(`${name}?`) && how === 'of another type' ? 'stops' : 'passes';
};
