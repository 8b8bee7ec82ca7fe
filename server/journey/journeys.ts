/** Journeys at rest: one sealed row each, at most one current per customer, changed only from the revision that was read. */
import type { Kysely } from 'kysely';
import type { Draft } from '../contract/journey-api/answers.ts';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Journey } from './journey-state.ts';

export type Drafts = ReadonlyMap<string, Draft>;

export interface Journeys {
  /** @param trx @default none */
  load(id: string, trx?: Kysely<Tables>): Promise<Journey | null>;
  /** The journey and its drafts by step, in one statement. */
  loadWithDrafts(id: string): Promise<{ journey: Journey; drafts: Drafts } | null>;
  current(customerId: string): Promise<Journey | null>;
  /** False when the customer already has a current journey. */
  insert(journey: Journey): Promise<boolean>;
  /** @throws Conflict where the stored journey has another revision than `fromRevision` */
  update(trx: Kysely<Tables>, journey: Journey, fromRevision: number): Promise<void>;
  draft(journeyId: string, step: string): Promise<Draft | null>;
  keepDraft(journeyId: string, step: string, draft: Draft): Promise<void>;
  /** Drops one step's draft, or all, in the caller's transaction. */
  dropDrafts(trx: Kysely<Tables>, journeyId: string, step?: string): Promise<void>;
}

/** Drafts hold answers, and some of them only: each of the usual size has this one length at rest. */
const leastDraftBytes = 4096;

/** Whether it is finished stays in the body: a questionnaire that rules the test out finishes it early. */
const stateOf = ({ state }: Journey) => (state === 'left' ? 'left' : 'open');

export function createJourneys(store: Store, encryption: Encryption, now: () => number): Journeys {
  const { db } = store;
  const opened = (row: { body: string } | undefined) => (row ? encryption.decrypt<Journey>(row.body) : null);

  return {
    load: async (id, trx = db) =>
      opened(await trx.selectFrom('journeys').select('body').where('id', '=', id).executeTakeFirst()),
    async loadWithDrafts(id) {
      const rows = await db
        .selectFrom('journeys')
        .leftJoin('drafts', 'drafts.journey_id', 'journeys.id')
        .select(['journeys.body', 'drafts.step', 'drafts.body as draft'])
        .where('journeys.id', '=', id)
        .execute();
      const journey = opened(rows[0]);
      const drafts = rows.flatMap(({ step, draft }): [string, Draft][] =>
        step && draft ? [[step, encryption.decrypt<Draft>(draft)]] : [],
      );
      return journey && { journey, drafts: new Map(drafts) };
    },
    current: async (customerId) =>
      opened(
        await db
          .selectFrom('journeys')
          .select('body')
          .where('customer_id', '=', customerId)
          .where('state', 'in', ['open', 'finished'])
          .executeTakeFirst(),
      ),
    async insert(journey) {
      const body = encryption.encrypt(journey);
      const at = now();
      const { id, customerId, revision } = journey;
      const result = await db
        .insertInto('journeys')
        .values({
          id,
          customer_id: customerId,
          state: stateOf(journey),
          step: '',
          revision,
          body,
          created_at: at,
          updated_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
    },
    async update(trx, journey, fromRevision) {
      const { id, revision } = journey;
      const result = await trx
        .updateTable('journeys')
        .set({ state: stateOf(journey), revision, body: encryption.encrypt(journey), updated_at: now() })
        .where('id', '=', id)
        .where('revision', '=', fromRevision)
        .executeTakeFirst();
      if (Number(result.numUpdatedRows) !== 1) throw new Conflict();
    },
    async draft(journeyId, step) {
      const row = await db
        .selectFrom('drafts')
        .select('body')
        .where('journey_id', '=', journeyId)
        .where('step', '=', step)
        .executeTakeFirst();
      return row ? encryption.decrypt<Draft>(row.body) : null;
    },
    async keepDraft(journeyId, step, draft) {
      const body = encryption.encrypt(draft, leastDraftBytes);
      await db
        .insertInto('drafts')
        .values({ journey_id: journeyId, step, body, updated_at: now() })
        .onConflict((conflict) =>
          conflict.columns(['journey_id', 'step']).doUpdateSet({ body, updated_at: now() }),
        )
        .execute();
    },
    async dropDrafts(trx, journeyId, step) {
      const drop = trx.deleteFrom('drafts').where('journey_id', '=', journeyId);
      await (step === undefined ? drop : drop.where('step', '=', step)).execute();
    },
  };
}
