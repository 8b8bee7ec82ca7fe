/** Turning a journey: an answer or a settled write makes the next journey, and its write is a row before it is a request. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ZodError } from 'zod';
import { Problem, UpstreamError } from '../errors.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Outcome, WriteName } from '../jobs/write.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { actionFor } from '../upstream/actions.ts';
import { type Journey, notice } from './journey-state.ts';
import type { Journeys } from './journeys.ts';
import { registerBooked } from './register-order.ts';
import type { Needs, Refusal, Settling, Transition } from './step.ts';
import { advance, settling } from './steps.ts';

export interface Transitions {
  /**
   * Commits the turn from the journey that was read, then waits for its writes as long as a customer would.
   * @throws Conflict where another came first
   */
  take(turn: Transition, read: Journey): Promise<Journey>;
  /** Applies a turn that something other than the customer brings, in the caller's transaction. @throws Conflict */
  follow(
    trx: Kysely<Tables>,
    journeyId: string,
    turnOf: (journey: Journey) => Transition | null,
  ): Promise<void>;
  /** Waits for the write under way, if any, and for the writes that follow it. */
  waitForWrites(journey: Journey): Promise<Journey>;
  /** The same after a parked write is due again. */
  retryWrites(journey: Journey): Promise<Journey>;
  /** Whether the write under way has used up its tries. */
  isParked(journey: Journey): Promise<boolean>;
}

interface Parts {
  store: Store;
  encryption: Encryption;
  journeys: Journeys;
  outbox: Outbox;
  needs: Needs;
  log: Log;
  /** How long an answer waits for its writes before the page is told to ask again. */
  waitTimeoutMs: number;
}

const supportNeeded = (journey: Journey): Transition => ({
  journey: { ...journey, notice: notice('support_needed') },
  at: journey.step,
});

export function createTransitions({
  store,
  encryption,
  journeys,
  outbox,
  needs,
  log,
  waitTimeoutMs,
}: Parts): Transitions {
  async function keep(trx: Kysely<Tables>, turn: Transition, read: Journey): Promise<Journey> {
    const { journey, write } = advance(turn, needs.now());
    const id = randomUUID();
    const pending = write ? { writeId: id, kind: write.kind } : null;
    const next: Journey = { ...journey, pending, revision: read.revision + 1 };
    await journeys.update(trx, next, read.revision);
    if (write) await writes.enqueue(trx, { id, ownerId: next.id, write, owner: next });
    await turn.also?.(trx);
    await registerBooked(trx, encryption, { next, read }, needs.now());
    if (next.state !== 'open') await journeys.dropDrafts(trx, next.id);
    // The new definition is answered anew, never with the old answers under a new hash (ERR-39, T18).
    else if (next.notice?.code === 'questionnaire_changed')
      await journeys.dropDrafts(trx, next.id, 'questionnaire');
    afterCommit(trx, () => tell(next, read));
    return next;
  }

  /** By ids, step names and codes; never by what a customer chose or typed. */
  function tell(next: Journey, read: Journey): void {
    const { id, step } = next;
    if (step !== read.step) log('journey.step', { journey_id: id, step });
    if (next.notice) log('journey.notice', { journey_id: id, step, code: next.notice.code });
  }

  async function turnOf(journey: Journey, write: WriteName, outcome: Outcome): Promise<Transition> {
    const rules = settling(write.kind);
    if (!rules) return supportNeeded(journey);
    try {
      return await settledBy(rules, journey, write, outcome);
    } catch (error) {
      // A 2xx without the ids that the next step needs decides nothing: stop here, resend nothing (GAP-45).
      if (error instanceof ZodError) return supportNeeded(journey);
      if (!(error instanceof Problem) || error.code !== 'assumption_unmet') throw error;
      const requestId = outcome.ok ? null : outcome.error.requestId;
      return { journey: { ...journey, notice: notice('assumption_unmet', [], requestId) }, at: journey.step };
    }
  }

  async function settledBy(
    rules: Settling,
    journey: Journey,
    write: WriteName,
    outcome: Outcome,
  ): Promise<Transition> {
    if (!outcome.ok) {
      const error = new UpstreamError(outcome.error);
      const { status, code, details, requestId } = error;
      const refusal: Refusal = {
        action: actionFor(error),
        status,
        code,
        details,
        requestId,
        writeId: write.id,
      };
      return await rules.refused(journey, refusal, needs);
    }
    return rules.answered(journey, outcome.data, needs);
  }

  const writes = outbox.owner<Journey>('journey', async ({ write, outcome, owner }, commit) => {
    const read = owner ?? (await journeys.load(write.ownerId));
    if (read?.pending?.writeId !== write.id) return;
    const turn = await turnOf({ ...read, pending: null }, write, outcome);
    await commit((trx) => keep(trx, turn, read));
  });

  async function waitForWrites(journey: Journey): Promise<Journey> {
    const until = needs.now() + waitTimeoutMs;
    let now = journey;
    while (now.pending && needs.now() < until) {
      const { state, owner } = await writes.wait(now.pending.writeId, until - needs.now());
      now = owner ?? (await journeys.load(journey.id)) ?? now;
      if (state !== 'settled') break;
    }
    return now;
  }

  return {
    waitForWrites,
    async retryWrites(journey) {
      if (journey.pending) await writes.reopen(journey.pending.writeId);
      return waitForWrites(journey);
    },
    isParked: ({ pending }) => writes.isParked(pending?.writeId),
    async follow(trx, journeyId, turnOf) {
      const read = await journeys.load(journeyId, trx);
      const turn = read && turnOf({ ...read, notice: null });
      if (read && turn) await keep(trx, turn, read);
    },
    async take(turn, read) {
      return waitForWrites(await store.transaction((trx) => keep(trx, turn, read)));
    },
  };
}
