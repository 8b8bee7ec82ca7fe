/** The sandbox's state as JSON values, which a data folder can save. Imports only types and initial values. */
import type { ConsentSessionRequest } from '../contract/upstream-api/consent.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';
import type { IdentityRequest } from '../contract/upstream-api/identity.ts';
import type { OrderCustomer } from '../contract/upstream-api/orders.ts';
import type { QuestionnaireSubmission } from '../contract/upstream-api/questionnaire.ts';
import type { ScheduleRequest } from '../contract/upstream-api/schedule.ts';
import type { TestType } from '../contract/upstream-api/test-types.ts';
import type { Clock } from './engine/clock.ts';
import type { Binding, Fault, JournalRow, RateWindow } from './engine/engine-state.ts';
import type { Counters } from './engine/ids.ts';
import { type Key, type Modes, standingKeys } from './engine/keys.ts';
import type { Delivery, EndpointRecord, EventRecord } from './events/webhook-state.ts';
import type { EvidenceRecord, UploadRecord } from './evidence/evidence-record.ts';
import type { PhysicianSessionRecord } from './physician/session-record.ts';
import { settingsAtStart } from './settings.ts';
import type { AppointmentStatus } from './states/appointment-states.ts';
import type { ConsentSessionStatus } from './states/consent-session-states.ts';
import type { LinkRecord } from './temporary-links/link-record.ts';

/** A partner sees only its own records; `owner` is the prefix of its key (AUTH-10). */
interface Owned {
  owner: string;
}

/** A customer identity. */
export interface IdentityRecord extends Owned {
  id: string;
  profile: IdentityRequest;
}

/** A consent session with the text that it is pinned to. */
export interface ConsentSessionRecord extends Owned {
  id: string;
  pinned: ConsentSessionRequest;
  status: ConsentSessionStatus;
  expires_at: string;
  finalized_at: string | null;
  abandoned_at: string | null;
  grant_id: string | null;
}

interface GrantRecord extends Owned {
  id: string;
  customer_identity_id: string;
  test_type: string;
  expires_at: string;
}

/** The test, the customer and the consent, which must be the same in a prescreen and its order (GAP-46). */
export interface Booking {
  customer_identity_id: string;
  catalog_id: string;
  offering_id: string;
  consent_source_id: string;
  customer: OrderCustomer;
}

/** A submitted prescreen. Its order id becomes that of the order. */
export interface PrescreenRecord extends Owned {
  order_id: string;
  booking: Booking;
  modes: Modes;
}

/** An order with the modes that its key had then. */
export interface OrderRecord extends Owned {
  order_id: string;
  booking: Booking;
  modes: Modes;
}

/** The status of the partner's physician order (GAP-56). */
export interface PhysicianSubmission {
  status: 'not_submitted' | 'processing' | 'submitted';
  submitted_at: string | null;
}

/** An appointment. */
export interface AppointmentRecord extends Owned {
  appointment_id: string;
  order_id: string;
  test_type: TestType;
  status: AppointmentStatus;
  results_status: 'waiting_results' | 'in_progress' | 'finalized';
  questionnaire_version: number;
  submission: QuestionnaireSubmission | null;
  /** By question id; empty before the submission. */
  answers: Record<string, boolean>;
  requested: ScheduleRequest | null;
  /** How many scheduling requests were accepted. */
  schedule_requests: number;
  requested_at: string | null;
  confirmed_at: string | null;
  scheduled_for: string | null;
  original_scheduled_for: string | null;
  form_available: boolean;
  physician_submission: PhysicianSubmission;
  cancellation_reason_code: string | null;
  created_at: string;
  updated_at: string;
}

/** A handoff to the hosted page. */
export interface HandoffRecord extends Owned {
  order_id: string;
  request: HandoffRequest;
  expires_at: string;
}

/**
 * Everything that the sandbox knows: records of JSON values, by key or one alone. Middleware and handlers change them in
 * place. What they add, they change later only as they read it from the state: a data folder notices changes there.
 */
export type State = ReturnType<typeof stateAtStart>;

/** Creates a state with the seeded keys and the initial settings. */
export function stateAtStart() {
  const counters: Counters = new Map();
  const clock: Clock = { offsetMs: 0, reachedMs: 0 };
  return {
    clock,
    counters,
    settings: settingsAtStart(),
    keys: new Map<string, Key>(standingKeys(counters, new Date()).map((key) => [key.prefix, key])),
    /** By `<kind>:<test type>`; version 1 if it has no entry. */
    templateVersions: new Map<string, number>(),
    identities: new Map<string, IdentityRecord>(),
    consentSessions: new Map<string, ConsentSessionRecord>(),
    grants: new Map<string, GrantRecord>(),
    prescreens: new Map<string, PrescreenRecord>(),
    orders: new Map<string, OrderRecord>(),
    appointments: new Map<string, AppointmentRecord>(),
    evidence: new Map<string, EvidenceRecord>(),
    uploads: new Map<string, UploadRecord>(),
    physicianSessions: new Map<string, PhysicianSessionRecord>(),
    /** By token. */
    handoffs: new Map<string, HandoffRecord>(),
    /** `<offering id> <available time>` of each slot that is no longer free. */
    takenSlots: new Map<string, true>(),
    webhookEndpoints: new Map<string, EndpointRecord>(),
    events: new Map<string, EventRecord>(),
    /** By `<event id> <endpoint id>`. */
    deliveries: new Map<string, Delivery>(),
    /** By token. */
    links: new Map<string, LinkRecord>(),
    idempotency: new Map<string, Binding>(),
    faults: new Map<string, Fault>(),
    /** By number. */
    requests: new Map<string, JournalRow>(),
    rateWindows: new Map<string, RateWindow>(),
  };
}

/** Resets the state in place, so that references to it stay valid. */
export function reset(state: State): void {
  const initial = stateAtStart();
  for (const name of Object.keys(initial) as (keyof State)[]) {
    const part = state[name];
    const first = initial[name];
    if (part instanceof Map && first instanceof Map) {
      part.clear();
      for (const [key, record] of first) (part as Map<string, unknown>).set(key, record);
    } else Object.assign(part, first);
  }
}

/** Reads the current version of a template; 1 until a newer one is published. */
export function templateVersion(
  state: State,
  kind: 'consent' | 'questionnaire' | 'physician',
  testType: TestType,
): number {
  return state.templateVersions.get(`${kind}:${testType}`) ?? 1;
}
