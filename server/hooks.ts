/** What a partner supplies in code: the payment, the order to hand over, and the sign-in where its users carry no JWT. */
import type { HandoffProfile } from './contract/handoff-api.ts';
import type { Role } from './contract/token-api.ts';
import type { PrescreenAnswers } from './contract/upstream-api/prescreen.ts';

export interface PaymentRequest {
  /** One journey is paid once: a second call with the same id is the same bill. */
  journeyId: string;
  /** The partner's own id of its user. */
  subject: string;
  /** Decimal units of `currency`. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** The product's name, for the bill. */
  description: string;
  /** Where the customer comes back to; of an origin the partner allowed. */
  returnUrl: string;
}

/** `reference` goes upstream as `external_payment_reference`; it may be asked for again and must stay the same. */
export type Payment = { state: 'paid'; reference: string } | { state: 'due'; payUrl: string };

export interface ConsentDocumentRequest {
  journeyId: string;
  subject: string;
  testType: string;
}

/** A signed consent that the partner holds (branch api_partner_pdf). Times are ISO-8601 with an offset. */
export interface ConsentDocument {
  /** The exact bytes of the PDF; streamed on, never held whole. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  signerName: string;
  signedAt: string;
  collectedAt: string;
  /** Agreed at onboarding. */
  attestationVersion: string;
}

export interface HandoffOrderRequest {
  /** The partner's own id of its user. */
  subject: string;
  /** The order that the page named; null where it named none. Nothing says yet that it is this user's. */
  orderId: string | null;
}

/** An order that the server makes for the handoff, under the co-branded key. All of it is the partner's word. */
export interface HandoffPurchase {
  /** The partner's own number: one order is made of it, however often it is asked for. What was said first stands, unless the service refused it. */
  reference: string;
  /** The bookable pair, as the location search gave it. */
  catalogId: string;
  offeringId: string;
  customer: HandoffProfile & { email: string };
  /** What the customer consented to, given under the same key: exactly one of the two. */
  consent: { grantId: string } | { evidenceId: string };
  /** Of the payment that the partner has taken; goes upstream as `external_payment_reference`. */
  paymentReference: string;
  /** The answers to the prescreen form; needed where the product says so, and sent nowhere else. */
  prescreen?: PrescreenAnswers | undefined;
}

/** `offering` is what the order is for: with it the customer can ask for another time here. */
export type HandoffOrder =
  | { orderId: string; offering?: { catalogId: string; offeringId: string } }
  | { purchase: HandoffPurchase };

export interface PhysicianDocumentRequest {
  appointmentId: string;
  /** The physician, by the partner's own id. */
  subject: string;
  testType: string;
}

/** A signed physician's order that the partner holds (branch api_partner_pdf). */
export interface PhysicianDocument {
  /** The exact bytes of the PDF; streamed on, never held whole. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  physicianFullName: string;
  npi: string;
  licenseState: string;
  licenseNumber: string;
  /** YYYY-MM-DD. */
  orderDate: string;
  /** Agreed at onboarding. */
  attestationVersion: string;
}

export interface Hooks {
  /**
   * Says whether the journey is paid, by the partner's own books; called when the customer asks to pay and on return.
   * Needed with UPSTREAM_API_KEY.
   */
  payment?(request: PaymentRequest): Promise<Payment>;
  /** The signed consent of this customer for this test, or null: then the customer is asked for it. */
  consentDocument?(request: ConsentDocumentRequest): Promise<ConsentDocument | null>;
  /**
   * The order of this user that is handed to the hosted page, made with the co-branded key; or the purchase of which the
   * server makes it; or null where there is none.
   * Needed with HANDOFF_API_KEY.
   */
  handoffOrder?(request: HandoffOrderRequest): Promise<HandoffOrder | null>;
  /** Whether this physician orders for this appointment, by the partner's own books; without it nobody does. */
  mayOrder?(subject: string, appointmentId: string): Promise<boolean>;
  /** The signed order for this appointment, or null: then the physician is asked for it. */
  physicianDocument?(request: PhysicianDocumentRequest): Promise<PhysicianDocument | null>;
  /** Whom a subject token names, or null; used instead of issuer and JWKS. */
  verifySubject?(token: string, tokenType: string): Promise<VerifiedSubject | null>;
}

/** A user by the partner's own check. */
export interface VerifiedSubject {
  /** The partner's stable id of its user. */
  subject: string;
  /** @default customer */
  role?: Role;
  /** When the subject token ends, in seconds since the epoch: the widget token ends then at the latest. */
  expiresAt?: number;
  /** When it was issued, in seconds since the epoch: refused if the user was revoked later. */
  issuedAt?: number;
  /** Names the token: it can then be exchanged by one page only. Leave it out for a token that a page reuses when it reloads. */
  tokenId?: string;
}

export type PaymentHook = NonNullable<Hooks['payment']>;
export type HandoffOrderHook = NonNullable<Hooks['handoffOrder']>;
