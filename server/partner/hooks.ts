/**
 * The hooks: code of the partner that the server calls for payment, orders, documents and sign-in. HOOKS_MODULE names
 * the module that exports them, or HOOKS_URL an endpoint that answers them over HTTP (hooks.md).
 *
 * A hook that throws, or returns a value that its type does not allow, fails the request: 503 for `payment`,
 * `handoffOrder` and `mayOrder`, 500 for the documents, and a refused token for `verifySubject`. From a module, any
 * value of `mayOrder` but true means no. If `customerProfile` or `clinicianProfile` fails, the form has only what the
 * server knows, and if `resultWords` fails, results have no words.
 * A hook of a module that does not resolve within the deadline of its request over HTTP (hooks.md) has failed. The server may repeat a
 * call with the same arguments.
 */
import type { BookingEvent } from '../contract/events.ts';
import type { HandoffProfile } from '../contract/handoff-api.ts';
import type { KnownProfile } from '../contract/journey-api/answers.ts';
import type { PartnerText } from '../contract/partner-text.ts';
import type { KnownClinician } from '../contract/physician-api.ts';
import type { Role } from '../contract/token-api.ts';
import type { PrescreenAnswers } from '../contract/upstream-api/prescreen.ts';

/** The argument of the hook `payment`. */
export interface PaymentRequest {
  /** The journey to pay. It is paid once: repeated calls with the same id are about the same bill. */
  journeyId: string;
  /** The partner's own id of its user. */
  subject: string;
  /** Decimal units of `currency`. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** The product's name, for the bill. */
  description: string;
  /** The page to which the customer returns, on an origin that the partner listed. */
  returnUrl: string;
  /** The same page for a customer who returns without paying. */
  cancelUrl: string;
}

/**
 * The state of a payment. `reference` is sent upstream as `external_payment_reference`: return the same one in every
 * call, with 1 to 255 characters. `payUrl` is the page where the customer pays: https, or http on the server's machine.
 */
export type Payment = { state: 'paid'; reference: string } | { state: 'due'; payUrl: string };

/** The journey and the user whose signed consent the server asks for. */
export interface ConsentDocumentRequest {
  journeyId: string;
  subject: string;
  testType: string;
}

/** A signed consent that the partner holds (branch api_partner_pdf). Times are ISO-8601 with an offset. */
export interface ConsentDocument {
  /** The exact bytes of the PDF. The server streams them and never holds the whole document. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  signerName: string;
  signedAt: string;
  collectedAt: string;
  /** The attestation version that was agreed at onboarding. */
  attestationVersion: string;
}

/** The argument of the hook `handoffOrder`. */
export interface HandoffOrderRequest {
  /** The partner's own id of its user. */
  subject: string;
  /** The order that the page named; null if it named none. It is not yet known to belong to this user: check it. */
  orderId: string | null;
}

/** An order that the server creates for the handoff, under the co-branded key. The server trusts all fields. */
export interface HandoffPurchase {
  /**
   * The partner's idempotency key: the server creates at most one order for it and the user, across retries and crashes.
   * The first values for a reference are used, unless the service refused them.
   */
  reference: string;
  /** The bookable pair, as the location search returned it. */
  catalogId: string;
  offeringId: string;
  customer: HandoffProfile & { email: string };
  /** The customer's consent, given under the same key: exactly one of the two. */
  consent: { grantId: string } | { evidenceId: string };
  /** The payment that the partner has taken; sent upstream as `external_payment_reference`. */
  paymentReference: string;
  /** The answers to the prescreen form. Required if the product requires them; sent nowhere else. */
  prescreen?: PrescreenAnswers | undefined;
}

/**
 * The order to hand over, or the purchase for a new order. `offering` is the product of the order: with it the customer
 * can request another time here.
 */
export type HandoffOrder =
  | { orderId: string; offering?: { catalogId: string; offeringId: string } | undefined }
  | { purchase: HandoffPurchase };

/** The appointment and the physician whose signed order the server asks for. */
export interface PhysicianDocumentRequest {
  appointmentId: string;
  /** The physician, by the partner's own id. */
  subject: string;
  testType: string;
}

/** A signed physician's order that the partner holds (branch api_partner_pdf). */
export interface PhysicianDocument {
  /** The exact bytes of the PDF. The server streams them and never holds the whole document. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  physicianFullName: string;
  npi: string;
  licenseState: string;
  licenseNumber: string;
  /** YYYY-MM-DD. */
  orderDate: string;
  /** The attestation version that was agreed at onboarding. */
  attestationVersion: string;
}

/** The input of the hook `customerProfile`. */
export interface CustomerProfileRequest {
  /** The partner's own id of its user. */
  subject: string;
}

/**
 * The profile of a customer at the partner, under the names of the form: `first_name`, `date_of_birth` (YYYY-MM-DD) and
 * so on. All fields are optional. The server leaves out a value that is not valid, and logs the name of its field.
 */
export type CustomerProfile = KnownProfile;

/** The input of the hook `clinicianProfile`. */
export interface ClinicianProfileRequest {
  /** The partner's own id of the physician. */
  subject: string;
}

/**
 * A clinician's own data under the names of an order: `full_name`, `npi`, `contact` and so on. All fields are optional.
 * The server leaves out a value that is not valid, and logs the name of its field.
 */
export type ClinicianProfile = KnownClinician;

/** The input of the hook `resultWords`. */
export interface ResultWordsRequest {
  /** The partner's own id of its user. */
  subject: string;
  appointmentId: string;
  testType: string;
  /** The values in the order of the page, as the service sent them. `unit` is null without one. */
  values: { name: string; value: number | string; unit: string | null }[];
}

/** The words for one value, by language (BCP 47); `default` is in the language of the partner's page. Null for none. */
export type ResultWords = PartnerText | null;

/** An appointment that a restored database has lost, by the service's ids. */
export interface WhoBookedRequest {
  appointmentId: string;
  orderId: string;
}

/** The functions that a partner's hooks module exports. Each is optional, unless it says what requires it. */
export interface Hooks {
  /**
   * Returns the payment state of a journey, from the partner's own records. Called when the customer starts the payment,
   * when the customer returns from it, and before the customer leaves a booking with a begun payment for a new one.
   * Required with UPSTREAM_API_KEY.
   *
   * @example
   * async payment({ journeyId, amount, currency }) {
   *   const bill = await bills.findOrCreate({ id: journeyId, amount, currency });
   *   return bill.isPaid ? { state: 'paid', reference: bill.number } : { state: 'due', payUrl: bill.url };
   * }
   */
  payment?(request: PaymentRequest): Promise<Payment>;
  /**
   * Returns what the partner knows of a customer, to prefill "Your details" and the ZIP code of the first search; null if
   * nothing. The customer can change all of it. The form, and a new booking that names no place, wait at most 3 seconds.
   * If the hook fails, the form has only what the last booking says.
   *
   * @example
   * async customerProfile({ subject }) {
   *   const member = await members.find(subject);
   *   return member && { first_name: member.firstName, email: member.email };
   * }
   */
  customerProfile?(request: CustomerProfileRequest): Promise<CustomerProfile | null>;
  /**
   * Returns the signed consent of this customer for this test; null if the customer must upload it.
   *
   * @example
   * consentDocument: async ({ subject }) => consents.findSigned(subject) ?? null
   */
  consentDocument?(request: ConsentDocumentRequest): Promise<ConsentDocument | null>;
  /**
   * Returns the order of this user to hand to the hosted page (created with the co-branded key), or the purchase from
   * which the server creates one; null if there is no order. An order that was named for another user is moved to this
   * one. Required with HANDOFF_API_KEY.
   *
   * @example
   * async handoffOrder({ subject, orderId }) {
   *   const order = await orders.find({ user: subject, id: orderId });
   *   return order && { orderId: order.id };
   * }
   */
  handoffOrder?(request: HandoffOrderRequest): Promise<HandoffOrder | null>;
  /**
   * Returns the user who booked an appointment that a database lost when it was restored; null if the partner does not
   * know. `dx-booking restored adopt --by-hook` asks about each of them, and no page does.
   *
   * @example
   * async whoBooked({ appointmentId }) {
   *   const booking = await bookings.findByAppointment(appointmentId);
   *   return booking && { subject: booking.userId };
   * }
   */
  whoBooked?(request: WhoBookedRequest): Promise<{ subject: string } | null>;
  /**
   * Whether this physician orders for this appointment, by the partner's own records. Without the hook no physician
   * does. The server asks it for every request, and for each appointment of the worklist.
   *
   * @example
   * mayOrder: (subject, appointmentId) => patients.isTreatedBy(subject, appointmentId)
   */
  mayOrder?(subject: string, appointmentId: string): Promise<boolean>;
  /**
   * Returns a clinician's own data, to prefill an order; null if there are none. The clinician can change all of it. The
   * form waits at most 3 seconds. If the hook fails, the form has only what the server knows.
   *
   * @example
   * async clinicianProfile({ subject }) {
   *   const clinician = await staff.find(subject);
   *   return clinician && { full_name: clinician.name, credentials: 'MD', npi: clinician.npi };
   * }
   */
  clinicianProfile?(request: ClinicianProfileRequest): Promise<ClinicianProfile | null>;
  /**
   * Returns plain words for each value of results, in the same order; null if there are none. The page shows and prints
   * them beside the value. It judges nothing itself. The results wait at most 3 seconds. If the hook fails, or returns
   * another number of words, the results have none.
   *
   * @example
   * resultWords: async ({ values }) => values.map(({ name }) => glossary.find(name) ?? null)
   */
  resultWords?(request: ResultWordsRequest): Promise<ResultWords[] | null>;
  /** Returns the signed order for this appointment; null if the physician must upload it. */
  physicianDocument?(request: PhysicianDocumentRequest): Promise<PhysicianDocument | null>;
  /**
   * Returns the user of a subject token; null if the token is none of yours. The server then checks it by the settings SUBJECT_*,
   * if they are set.
   *
   * @example
   * async verifySubject(token) {
   *   const session = await sessions.find(token);
   *   return session && { subject: session.userId, expiresAt: session.endsAt };
   * }
   */
  verifySubject?(token: string, tokenType: string): Promise<VerifiedSubject | null>;
  /**
   * Receives the events of bookings in this process, beside EVENTS_URL. Called at least once for each event and in
   * order for each booking: the same `id` may come again. An event has arrived when the promise resolves. If it
   * rejects, or does not resolve within ten seconds, the server calls the hook again later, for about three days
   * (server/events.md).
   *
   * @example
   * async onEvent({ id, type, data }) {
   *   await bookings.apply(data.booking_id, { eventId: id, type, sequence: data.sequence, state: data.state.after });
   * }
   */
  onEvent?(event: BookingEvent): Promise<void>;
}

/** A user, as the partner's own check returns it. */
export interface VerifiedSubject {
  /** The partner's stable id of its user, 1 to 255 characters. */
  subject: string;
  /** @default customer */
  role?: Role | undefined;
  /** When the subject token ends, in seconds since the epoch. The widget token ends then at the latest. */
  expiresAt?: number | undefined;
  /** When the token was issued, in seconds since the epoch. The server refuses it if the user was revoked later. */
  issuedAt?: number | undefined;
  /**
   * Names the token, which only one page can then exchange. Leave it out for a token that a page reuses when it
   * reloads.
   */
  tokenId?: string | undefined;
}

/** The hook `payment` of a partner that has it. */
export type PaymentHook = NonNullable<Hooks['payment']>;
/** The hook `handoffOrder` of a partner that has it. */
export type HandoffOrderHook = NonNullable<Hooks['handoffOrder']>;
