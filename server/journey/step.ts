/** What every step is: when it is done, what it shows, what an answer makes of the journey, what a settled write does. */
import type { Kysely } from 'kysely';
import type { AnswerableStep, Answers } from '../contract/journey-api/answers.ts';
import type { StepName } from '../contract/journey-api/steps.ts';
import type { Shows } from '../contract/journey-api/views.ts';
import type { EvidenceService } from '../evidence/evidence-service.ts';
import type { Hooks, PaymentHook } from '../hooks.ts';
import type { LogicalWrite } from '../jobs/write.ts';
import type { Tables } from '../store/tables.ts';
import type { Action } from '../upstream/actions.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { EvidenceReads } from '../upstream/evidence/reads.ts';
import type { JourneyReads } from '../upstream/full-api-reads.ts';
import type { WriteKind } from '../upstream/write-kinds.ts';
import type { Journey } from './journey.ts';

/** What a step may use; the customer-facing request supplies the last two (CONS-38, CONS-41). */
export interface Needs {
  assumptions: Assumptions;
  reads: JourneyReads;
  payment: PaymentHook;
  consentDocument?: Hooks['consentDocument'];
  evidence: Pick<EvidenceService, 'handIn' | 'documents' | 'uploads'>;
  evidenceReads: Pick<EvidenceReads, 'consentEvidence'>;
  now: () => number;
}
export interface CustomerRequest {
  ip: string;
  userAgent: string;
}

/** The journey after an answer or a settled write, and the one write it now waits for. */
export interface Transition {
  journey: Journey;
  write?: LogicalWrite;
  /** Rows that are committed with the journey. */
  also?: (trx: Kysely<Tables>) => Promise<void>;
  /** Where the customer stays; otherwise the first step that is not done. */
  at?: StepName;
}

/** What the service refused, by its code; the action comes from the table in `upstream/actions.ts`. */
export interface Refusal {
  action: Action;
  status: number;
  code: string | null;
  details: unknown;
  requestId: string | null;
  /** The refused write. */
  writeId: string;
}

export interface Settling {
  answered(journey: Journey, data: unknown, needs: Needs): Transition | Promise<Transition>;
  refused(journey: Journey, refusal: Refusal, needs: Needs): Transition | Promise<Transition>;
}

export interface Step {
  name: StepName;
  /** True when the journey can go past it; also when it does not apply. */
  done(journey: Journey, nowMs: number): boolean;
  shows(journey: Journey, needs: Needs): Promise<Shows>;
  /** A step that waits for a write and not for the customer says which. */
  write?(journey: Journey): LogicalWrite;
  settles?: Partial<Record<WriteKind, Settling>>;
}

export interface AnsweredStep<S extends AnswerableStep> extends Step {
  name: S;
  answer(journey: Journey, answer: Answers[S], needs: Needs, from: CustomerRequest): Promise<Transition>;
}
