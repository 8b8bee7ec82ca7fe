/** Turning a journey: an answer or a settled write makes the next journey, and its write is a row before it is a request. */
import type { Kysely } from 'kysely';
import { ZodError } from 'zod';
import { Problem, UpstreamError } from '../errors.ts';
import type { Log } from '../http/log.ts';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { actionFor } from '../upstream/actions.ts';
import type { WriteJournal } from '../writes/journal.ts';
import type { Outcome, WriteName } from '../writes/write.ts';
import { type Journey, notice } from './journey.ts';
import type { Journeys } from './journeys.ts';
import { bookedRows } from './register-order.ts';
import type { Needs, Refusal, Settling, Turn } from './step.ts';
import { advance, settling } from './steps.ts';

export interface Turns {
  /** Commits the turn from the journey that was read, then drives its writes for as long as a customer would wait. */
  take(turn: Turn, read: Journey): Promise<Journey>;
  /** The rows of a turn that something other than the customer brings; for the caller's transaction. */
  follow(
    journeyId: string,
    turnOf: (journey: Journey) => Turn | null,
  ): Promise<((trx: Kysely<Tables>) => Promise<void>) | null>;
  /** Drives what is under way, if anything. */
  drive(journey: Journey): Promise<Journey>;
}

interface Parts {
  store: Store;
  seal: Seal;
  journeys: Journeys;
  journal: WriteJournal;
  needs: Needs;
  log: Log;
  /** How long an answer waits for its writes before the page is told to ask again. */
  patienceMs: number;
}

const supportNeeded = (journey: Journey): Turn => ({
  journey: { ...journey, notice: notice('support_needed') },
  at: journey.step,
});

export function createTurns({ store, seal, journeys, journal, needs, log, patienceMs }: Parts): Turns {
  /** Everything that can be slow happens here; what it returns only writes rows. */
  async function prepare(turn: Turn, read: Journey) {
    const { journey, write } = advance(turn, needs.now());
    const prepared = write && (await journal.prepare(journey.id, write));
    const pending = write && prepared ? { writeId: prepared.id, kind: write.kind } : null;
    const next: Journey = { ...journey, pending, revision: read.revision + 1 };
    const update = await journeys.update(next, read.revision);
    const booked = await bookedRows(seal, next, read, needs.now());
    const rows = async (trx: Parameters<typeof update>[0]) => {
      await update(trx);
      await prepared?.enlist(trx);
      await turn.also?.enlist(trx);
      await booked(trx);
      if (next.state !== 'open') await journeys.dropDrafts(trx, next.id);
      // The new definition is answered anew, never with the old answers under a new hash (ERR-39, T18).
      else if (next.notice?.code === 'questionnaire_changed')
        await journeys.dropDrafts(trx, next.id, 'questionnaire');
    };
    return { next, rows };
  }

  /** By ids, step names and codes; never by what a customer chose or typed. */
  function tell(next: Journey, read: Journey): void {
    const { id, step } = next;
    if (step !== read.step) log('journey.step', { journey_id: id, step });
    if (next.notice) log('journey.notice', { journey_id: id, step, code: next.notice.code });
  }

  async function turnOf(journey: Journey, write: WriteName, outcome: Outcome): Promise<Turn> {
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
  ): Promise<Turn> {
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

  journal.onSettled(async (write, outcome) => {
    const read = await journeys.load(write.ownerId);
    if (!read || read.pending?.writeId !== write.id) return async () => {};
    const turn = await turnOf({ ...read, pending: null }, write, outcome);
    const { next, rows } = await prepare(turn, read);
    return async (trx) => {
      await rows(trx);
      tell(next, read);
    };
  });

  async function drive(journey: Journey): Promise<Journey> {
    const until = needs.now() + patienceMs;
    let now = journey;
    while (now.pending && needs.now() < until) {
      const state = await journal.drive(now.pending.writeId, until - needs.now());
      now = (await journeys.load(journey.id)) ?? now;
      if (state !== 'settled') break;
    }
    return now;
  }

  return {
    drive,
    async follow(journeyId, turnOf) {
      const read = await journeys.load(journeyId);
      const turn = read && turnOf({ ...read, notice: null });
      if (!read || !turn) return null;
      const { next, rows } = await prepare(turn, read);
      return async (trx) => {
        await rows(trx);
        tell(next, read);
      };
    },
    async take(turn, read) {
      const { next, rows } = await prepare(turn, read);
      await store.transaction(rows);
      tell(next, read);
      return drive(next);
    },
  };
}
