/** The interface of a step: when it is done, what it reads and shows, and what an answer or a completed write makes of the journey. */
import type { Kysely } from 'kysely';
import type { CustomerWords } from '../../config/customer-words.ts';
import type { AppointmentView } from '../../contract/appointments-api.ts';
import type { AnswerableStep, Answers } from '../../contract/journey-api/answers.ts';
import type { StepName } from '../../contract/journey-api/steps.ts';
import type { Shows } from '../../contract/journey-api/views.ts';
import type { UpstreamFailure } from '../../core/errors.ts';
import type { Tables } from '../../core/store/tables.ts';
import type { Hooks, PaymentHook } from '../../partner/hooks.ts';
import type { AskKnown } from '../../partner/hooks-http/ask-known.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { EvidenceReads } from '../../upstream/evidence/reads.ts';
import type { JourneyReads } from '../../upstream/full-api-reads.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';
import type { LogicalWrite } from '../../upstream/writes/write.ts';
import type { Consents } from '../appointments/signed-consents.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import type { Journey } from './journey-state.ts';
import type { LostBookings } from './lost-bookings.ts';
import type { Provisioning } from './provisioning.ts';

/** The dependencies of the steps: they read, answer and react to completed writes. */
export interface StepDeps {
  assumptions: Assumptions;
  reads: JourneyReads;
  provisioning: Provisioning;
  payment: PaymentHook;
  words: CustomerWords;
  /** Reads a customer's appointment; as it was stored if the service does not respond. @throws Problem 404 */
  readAppointment(customerId: string, appointmentId: string): Promise<AppointmentView>;
  /**
   * Finds what was booked with an earlier appointment of the customer, and the ZIP code of its clinic; null if it is not
   * known. @throws Problem 404
   */
  findBooked(
    customerId: string,
    appointmentId: string,
  ): Promise<{ testType: string; offeringId: string; zip: string } | null>;
  askProfile: AskKnown<'customerProfile'>;
  lostBookings: LostBookings;
  /** The partner's hook; undefined if the partner has none. */
  consentDocument?: Hooks['consentDocument'];
  evidence: Pick<
    EvidenceService,
    'handIn' | 'documents' | 'uploads' | 'parkedWrite' | 'retry' | 'findWithdrawn'
  >;
  consents: Consents;
  evidenceReads: Pick<EvidenceReads, 'consentEvidence'>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The browser's request as the server received it (CONS-38, CONS-41). */
interface CustomerRequest {
  ip: string;
  userAgent: string;
}

/** The answer to a step: the body from the page, and what a step needs of the request. */
export type StepAnswers = Omit<Answers, 'consent' | 'review'> & {
  consent: Answers['consent'] & { signedFrom: CustomerRequest };
  /** `askedFrom` is the web origin of the page. A customer may begin a journey at one and pay at another. */
  review: Answers['review'] & { askedFrom: string };
};

/** The journey after an answer or a completed write, and the one write that it waits for. */
export interface Transition {
  journey: Journey;
  /** @default the write of the next step */
  write?: LogicalWrite;
  /** Changes rows in the transaction that commits the journey. @default nothing */
  also?: (trx: Kysely<Tables>) => Promise<void>;
  /** The step at which the customer stays. @default the first step that is not done */
  at?: StepName;
  /** The data that the step `at` reads to be shown, where the answer has read it already. @default the view reads it */
  read?: unknown;
}

/** A write that the upstream refused. */
export interface RefusedWrite extends UpstreamFailure {
  writeId: string;
  /** Whether an earlier attempt may have taken effect (upstream/writes/write.ts). */
  mayBeDone: boolean;
}

/** The next journey after a completed write; may read from the upstream. */
export interface OnCompleted {
  /** @throws ZodError if the answer lacks what the next step needs */
  answered(journey: Journey, data: unknown, deps: StepDeps): Transition | Promise<Transition>;
  refused(journey: Journey, refusal: RefusedWrite, deps: StepDeps): Transition | Promise<Transition>;
}

/** @typeParam R what the step reads to be shown */
export interface Step<R = unknown> {
  name: StepName;
  /** True if the journey can go past the step; also if the step does not apply. */
  done(journey: Journey, nowMs: number): boolean;
  /**
   * Reads what `present` shows beside the journey. @default nothing
   * @throws UpstreamError; Problem if the response cannot be shown
   */
  read?(journey: Journey, deps: StepDeps): Promise<R>;
  /** The journey with what it keeps of `read`; the same object if it has it already. @default the journey */
  remember?(journey: Journey, read: R): Journey;
  /** Makes the view from the journey and from what was read; reads nothing itself. @throws Problem 409 `step_out_of_order` */
  present(journey: Journey, read: R): Shows;
  /** The write of a step that waits for the upstream and not for the customer. */
  write?(journey: Journey): LogicalWrite;
  /** By the kinds of writes that the step makes. */
  onCompleted?: Partial<Record<WriteKind, OnCompleted>>;
}

/** A step that the customer answers. */
export interface AnsweredStep<S extends AnswerableStep, R = unknown> extends Step<R> {
  name: S;
  /** @throws Problem if the answer cannot be accepted; UpstreamError */
  answer(journey: Journey, answer: StepAnswers[S], deps: StepDeps): Promise<Transition>;
}
