/**
 * Every public problem code of the server: the closed list that the server, the widget, the tests and the reference
 * table use. A code has one status wherever it is raised.
 */

/** The definition of one code. */
export interface ProblemDefinition {
  /** HTTP status of the response. */
  status: number;
  /** The default `title`: one sentence for a person, without data. A response may have a more exact title. */
  title: string;
  /** The remedy for the customer or the partner, in one sentence. */
  remedy: string;
}

const retryLater = 'The page retries by itself; the customer can also try again in a moment.';
const signInAgain = 'The page gets a new widget token by itself; if that fails, the customer signs in again.';
const readAgain = 'The page reads the current state and shows it; the customer then repeats the change.';
const fixRequest = 'Fix the client that sent the request; the widget never sends one like it.';
const correctFields = 'The customer corrects the fields that `fields` names.';
const chooseTimes = 'The customer chooses another time.';
const uploadAgain = 'The user uploads the document again.';
const otherFile = 'The user chooses another file.';
const fixDelivery = 'Check the proxy in front of the server: deliveries must arrive byte for byte.';
const contactSupport =
  'The customer contacts support with the reference; the operator finds the request in the log.';

const define = (status: number, title: string, remedy: string): ProblemDefinition => ({
  status,
  title,
  remedy,
});

/** Every code with its status, title and remedy. */
export const problemCodes = {
  // The request itself.
  bad_request: define(400, 'This request cannot be read.', fixRequest),
  connection_lost: define(400, 'The connection was lost.', retryLater),
  malformed_body: define(400, 'The body cannot be read.', fixRequest),
  malformed_json: define(400, 'The body is not JSON.', fixRequest),
  body_too_deep: define(400, 'The body is nested too deeply.', fixRequest),
  body_too_large: define(413, 'The body is too large.', fixRequest),
  unsupported_media_type: define(415, 'Send application/json, in UTF-8 and not compressed.', fixRequest),
  not_found: define(
    404,
    'There is nothing at this address.',
    'Check the `server` attribute of the element and the path that a proxy passes on.',
  ),
  method_not_allowed: define(
    405,
    'This address does not accept this method.',
    'Check that no proxy changes the method of requests.',
  ),
  request_too_slow: define(408, 'The body did not arrive in time.', retryLater),
  revision_required: define(428, 'Send the revision that you read in If-Match, in quotes.', fixRequest),
  too_many_requests: define(
    429,
    'Too many requests at once. Please wait a moment.',
    'Retry after the seconds in `Retry-After`; increase RATE_LIMIT_PER_USER or RATE_LIMIT_PER_ADDRESS if your users need more. New bookings and exports have a limit of their own: 20 an hour.',
  ),
  invalid_fields: define(422, 'Some fields are not valid.', correctFields),

  // Authentication.
  token_missing: define(401, 'A widget token is required.', signInAgain),
  token_expired: define(401, 'The widget token has expired.', signInAgain),
  token_invalid: define(401, 'The widget token is not valid here.', signInAgain),
  token_revoked: define(401, 'The user has signed out.', 'The customer signs in again.'),
  proof_invalid: define(
    401,
    'The DPoP proof is missing or not valid.',
    'Check that PUBLIC_URL is the address at which browsers reach the server.',
  ),
  proof_nonce_required: define(
    401,
    'The DPoP proof must contain the nonce of this response.',
    'The page repeats the request with the nonce of the `DPoP-Nonce` header.',
  ),
  role_not_allowed: define(
    403,
    'The role of the signed-in user does not allow this.',
    'Give the element a user token of a user with the role that it needs.',
  ),
  backend_secret_invalid: define(
    401,
    'A valid backend secret is required.',
    'Send one of BACKEND_SECRETS as the bearer token.',
  ),

  // The configuration of this server.
  internal_error: define(500, 'Something went wrong on our side.', contactSupport),
  store_unavailable: define(503, 'This request cannot be completed right now.', retryLater),
  service_unavailable: define(503, 'The booking service cannot be reached right now.', retryLater),
  stopping: define(503, 'This server is stopping.', 'Send requests to another process.'),
  upstream_unreadable: define(
    502,
    'The booking service sent a response that this server cannot read.',
    'The customer calls you with the reference; the operator finds the field in the log event `upstream.unreadable` and reports it to the service.',
  ),
  not_available: define(404, 'This is not available.', contactSupport),
  assumption_unmet: define(
    503,
    'The service responds differently than assumed.',
    'The operator corrects the entry that the title names in ASSUMPTIONS_FILE; `dx-booking conformance --assumptions FILE` proposes it.',
  ),
  flow_not_configured: define(
    501,
    'This server has no API key for this flow.',
    'The operator sets the API key of the flow: UPSTREAM_API_KEY or HANDOFF_API_KEY.',
  ),
  flow_mismatch: define(
    503,
    'Scheduling is not set up correctly here. The operator has been notified.',
    'The operator checks that HANDOFF_API_KEY is a key of the co-branded flow.',
  ),
  environment_mismatch: define(
    503,
    'The API key belongs to another environment than this server.',
    'The operator sets the API key of the environment that UPSTREAM_ENVIRONMENT names.',
  ),
  branch_not_supported: define(
    503,
    'The API key is provisioned for a mode that this server does not support.',
    'The operator asks the service for a consent and physician-order mode that this version supports.',
  ),
  configuration_unavailable: define(503, 'Booking is not available at the moment.', retryLater),
  revocation_not_configured: define(
    501,
    'This server has no backend secret.',
    'The operator sets BACKEND_SECRETS.',
  ),

  // Booking.
  journey_not_found: define(404, 'There is no such journey.', readAgain),
  journey_moved: define(409, 'The journey has changed. Read it again.', readAgain),
  write_under_way: define(
    409,
    'An earlier answer is still being sent to the booking service. The booking continues by itself.',
    'The page waits until `working` is null and the notice is not `stalled`. `POST /journeys/{id}/retry` sends a stalled answer at once.',
  ),
  journey_has_order: define(
    409,
    'A booking is in progress. Finish it before you start another.',
    'The customer finishes the current booking before starting another.',
  ),
  step_closed: define(409, 'This step can no longer be changed.', readAgain),
  step_out_of_order: define(409, 'A step before this one is not finished.', readAgain),
  place_not_offered: define(
    422,
    'Choose one of the clinics that the search found.',
    'The customer searches again and chooses a clinic.',
  ),
  test_not_offered: define(
    422,
    'Choose one of the tests offered here.',
    'List only tests in the `test-types` attribute that the service offers there.',
  ),
  payment_unavailable: define(
    503,
    'The payment system cannot be reached right now. Nothing was charged.',
    'The customer tries again in a moment; the operator checks the hook `payment`.',
  ),

  // Documents.
  document_missing: define(422, 'Upload the signed document first.', uploadAgain),
  document_empty: define(422, 'The document is empty.', otherFile),
  document_not_pdf: define(415, 'Upload a PDF.', otherFile),
  document_too_large: define(413, 'The document is too large.', otherFile),
  document_cut_short: define(400, 'The document did not arrive completely.', uploadAgain),
  upload_in_progress: define(
    429,
    'This document is already being uploaded.',
    'The user waits until the other upload ends.',
  ),
  too_many_uploads: define(429, 'Too many documents are being uploaded right now.', retryLater),

  // Appointments.
  appointment_not_found: define(404, 'There is no such appointment.', readAgain),
  appointment_moved: define(409, 'The appointment has changed. Read it again.', readAgain),
  not_offered: define(409, 'The appointment does not allow this in its current state.', readAgain),
  not_warned: define(409, 'There is no warning to agree to yet.', readAgain),
  slot_gone: define(409, 'A chosen time was just taken. Choose another.', chooseTimes),
  calendar_unavailable: define(503, "The clinic's calendar is not responding right now.", retryLater),
  form_pending: define(409, 'The form is not signed yet.', 'The customer opens the form again later.'),
  form_not_available: define(404, 'There is no form for this appointment.', contactSupport),

  // Physician orders.
  order_moved: define(409, 'This order has changed. Read it again.', readAgain),
  branch_not_provisioned: define(409, 'The order of this appointment is made in another way.', readAgain),
  not_configured: define(
    409,
    'Orders are not set up here yet. The operator has been notified.',
    'The operator asks the service to finish the set-up of structured orders.',
  ),
  presentation_not_shown: define(
    409,
    'A part of this order cannot be shown, so it cannot be signed: see physician.presentationKeys.',
    'The operator adds the missing keys to `physician.presentationKeys` in ASSUMPTIONS_FILE.',
  ),

  // The co-branded flow.
  handoff_not_found: define(404, 'There is no such handoff.', 'The page opens a new handoff.'),
  handoff_under_way: define(409, 'This order is being sent. Try again in a moment.', retryLater),
  handoff_refused: define(409, 'This order cannot be scheduled here.', contactSupport),
  handoff_origin_mismatch: define(
    503,
    'The scheduling page is not where the operator expects it.',
    'The operator sets HANDOFF_ORIGIN to the origin of the hosted page.',
  ),
  slot_unavailable: define(409, 'One of the times was just taken. Choose others.', chooseTimes),
  not_accepted: define(422, 'Some details were not accepted.', correctFields),
  order_not_found: define(
    404,
    'There is no such order.',
    'Check that the hook `handoffOrder` returns an order that was made with HANDOFF_API_KEY.',
  ),
  order_under_way: define(503, 'The order is being made. Try again in a moment.', retryLater),
  order_unavailable: define(503, 'The order cannot be made right now.', retryLater),
  order_refused: define(
    409,
    'This could not be ordered. Nothing was scheduled.',
    'The operator finds the reason in the log; the hook `handoffOrder` returns a corrected purchase.',
  ),
  prescreen_needed: define(
    409,
    'The health questions of this test must be answered first.',
    'Return `prescreen` from the hook `handoffOrder` for this test.',
  ),

  // Deliveries of the service.
  event_timestamp: define(
    401,
    "The timestamp is missing or too far from the server's clock.",
    "Check the server's clock.",
  ),
  event_signature: define(
    401,
    'The signature does not match the body.',
    'Set WEBHOOK_SECRETS to the signing secret of the endpoint, and pass deliveries on unchanged.',
  ),
  event_compressed: define(415, 'Deliveries must not be compressed.', fixDelivery),
  event_too_large: define(413, 'The delivery is too large.', fixDelivery),
  event_cut_short: define(400, 'The delivery did not arrive completely.', fixDelivery),
  event_unreadable: define(400, 'The body is not an event.', fixDelivery),
  event_not_stored: define(
    503,
    'The event cannot be stored right now.',
    'The service delivers it again; the operator checks the database.',
  ),

  // The admin API.
  operator_key_invalid: define(
    401,
    'A valid key of an operator is required.',
    'Sign in with a key whose hash is in ADMIN_KEYS.',
  ),
  operator_not_allowed: define(
    403,
    'Your role does not allow this.',
    'Ask an operator whose role may do it; the role is in the entry of ADMIN_KEYS.',
  ),
  host_not_allowed: define(
    421,
    'This server has another name.',
    'Use the loopback address, or a name in the certificate of ADMIN_TLS_CERT_FILE.',
  ),
  nothing_found: define(
    404,
    'Nothing is stored under this reference.',
    'Check the reference. The reference of a failed request is only in the log.',
  ),
} satisfies Record<string, ProblemDefinition>;

/** One of the public codes. A newer server may send codes that this list does not have. */
export type ProblemCode = keyof typeof problemCodes;
