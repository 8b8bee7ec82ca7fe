/** Journeys in the database: at most one current journey for each customer, and the drafts of its steps. */
import { type Kysely, sql } from 'kysely';
import { type Draft, draft as draftSchema } from '../../contract/journey-api/answers.ts';
import { Conflict } from '../../core/store/conflict.ts';
import { createEncryptedColumn } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { isPostgres } from '../../core/store/is-postgres.ts';
import { createRecords } from '../../core/store/record.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { type Journey, storedJourney } from './journey-state.ts';

/** The drafts of a journey, by step. */
export type Drafts = ReadonlyMap<string, Draft>;
type DraftOwner = Pick<Journey, 'id' | 'customerId'>;

/** The journeys in the database. */
export interface Journeys {
  /** @param trx the caller's transaction. @default none */
  load(id: string, trx?: Kysely<Tables>): Promise<Journey | null>;
  /** The journey and its drafts by step, in one statement. */
  loadWithDrafts(id: string): Promise<{ journey: Journey; drafts: Drafts } | null>;
  /** Loads the current journey of a customer; null if there is none. */
  current(customerId: string): Promise<Journey | null>;
  /** @returns false if the customer has a current journey, or if a journey has this id */
  insert(journey: Journey): Promise<boolean>;
  /** @throws Conflict where the stored journey has another revision than `fromRevision` */
  update(trx: Kysely<Tables>, journey: Journey, fromRevision: number): Promise<void>;
  /** Loads the draft of one step; null if there is none. */
  draft(journey: DraftOwner, step: string): Promise<Draft | null>;
  /**
   * Stores the draft of one step, in place of an earlier one.
   * @param revision what the customer saw while typing
   * @returns false if the stored journey has another revision: a draft must not outlive its answer
   */
  keepDraft(journey: DraftOwner, step: string, draft: Draft, revision: number): Promise<boolean>;
  /** Stores the draft of one step in the caller's transaction, which commits the answer made of it. */
  putDraft(trx: Kysely<Tables>, journey: DraftOwner, step: string, draft: Draft): Promise<void>;
  /** Deletes the draft of one step, or all, in the caller's transaction. */
  dropDrafts(trx: Kysely<Tables>, journeyId: string, step?: string): Promise<void>;
}

/** Drafts hold some of the answers: each of the usual size has this one length in the database. */
const leastDraftBytes = 4096;
/**
 * Each journey of the usual size has this one length, from its first step to its last: it does not reveal the step. Most
 * of its values are null or short, so they count as less than elsewhere.
 */
const journeyPadding = { leastBytes: 12_288, scalarBytes: 16 };

/** Whether a journey is finished is encrypted: a questionnaire that rules the test out finishes it early. */
const stateOf = ({ state }: Journey) => (state === 'left' ? 'left' : 'open');

/**
 * Creates the stored journeys over the database.
 * @param now milliseconds since the epoch
 */
export function createJourneys(store: Store, encryption: Encryption, now: () => number): Journeys {
  const { db } = store;
  const records = createRecords(store, encryption, {
    table: 'journeys',
    schema: storedJourney,
    revision: 'revision',
    ...journeyPadding,
    isCached: true,
    placeOf: ({ id, customerId }) => ({ id, customer_id: customerId }),
  });
  const drafts = createDrafts(store, encryption, now);

  return {
    load: (id, trx) => records.load({ id }, trx),
    async loadWithDrafts(id) {
      const rows = await db
        .selectFrom('journeys')
        .leftJoin('drafts', 'drafts.journey_id', 'journeys.id')
        .selectAll('journeys')
        .select(['drafts.step as draft_step', 'drafts.body as draft'])
        .where('journeys.id', '=', id)
        .execute();
      const [row] = rows;
      if (!row) return null;
      const journey = await records.open(row);
      const opened = new Map<string, Draft>();
      for (const { draft_step: step, draft } of rows)
        if (step && draft) opened.set(step, await drafts.open(journey, step, draft));
      return { journey, drafts: opened };
    },
    current: (customerId) => records.load({ customer_id: customerId, state: 'open' }),
    async insert(journey) {
      const columns = { revision: journey.revision, created_at: now(), updated_at: now() };
      try {
        await encryption.writeOnce(store, journey.customerId, (trx) =>
          records.insert(trx, journey, { state: stateOf(journey), ...columns }),
        );
        return true;
      } catch (error) {
        if (error instanceof Conflict) return false;
        throw error;
      }
    },
    update(trx, journey, fromRevision) {
      // Without the column `state` in the statement SQLite does not write the index over it.
      const left = journey.state === 'left' ? { state: journey.state } : {};
      return records.update(trx, journey, fromRevision, { ...left, updated_at: now() });
    },
    draft: drafts.load,
    keepDraft: drafts.keep,
    putDraft: drafts.put,
    dropDrafts: drafts.drop,
  };
}

function createDrafts(store: Store, encryption: Encryption, now: () => number) {
  const { db } = store;
  const body = createEncryptedColumn(encryption, {
    table: 'drafts',
    column: 'body',
    schema: draftSchema,
    leastBytes: leastDraftBytes,
  });
  const open = ({ id, customerId }: DraftOwner, step: string, text: string) =>
    body.decrypt(db, { journey_id: id, step, customer_id: customerId }, text);

  return {
    open,
    async load(journey: DraftOwner, step: string): Promise<Draft | null> {
      const row = await db
        .selectFrom('drafts')
        .select('body')
        .where('journey_id', '=', journey.id)
        .where('step', '=', step)
        .executeTakeFirst();
      return row ? open(journey, step, row.body) : null;
    },
    async keep(
      { id, customerId }: DraftOwner,
      step: string,
      draft: Draft,
      revision: number,
    ): Promise<boolean> {
      const place = { journey_id: id, step };
      return encryption.writeOnce(store, customerId, async (trx) => {
        const encrypted = await body.encrypt(trx, { ...place, customer_id: customerId }, draft);
        const values = { body: encrypted, updated_at: now() };
        return putAtRevision(trx, { ...place, ...values }, revision);
      });
    },
    async put(
      trx: Kysely<Tables>,
      { id, customerId }: DraftOwner,
      step: string,
      draft: Draft,
    ): Promise<void> {
      const place = { journey_id: id, step };
      const encrypted = await body.encrypt(trx, { ...place, customer_id: customerId }, draft);
      const values = { body: encrypted, updated_at: now() };
      await trx
        .insertInto('drafts')
        .values({ ...place, ...values })
        .onConflict((conflict) => conflict.columns(['journey_id', 'step']).doUpdateSet(values))
        .execute();
    },
    async drop(trx: Kysely<Tables>, journeyId: string, step?: string): Promise<void> {
      const drop = trx.deleteFrom('drafts').where('journey_id', '=', journeyId);
      await (step === undefined ? drop : drop.where('step', '=', step)).execute();
    },
  };
}

/** Stores a draft if its journey still has this revision. @returns whether it has */
async function putAtRevision(
  trx: Kysely<Tables>,
  { journey_id: id, step, body, updated_at }: Tables['drafts'],
  revision: number,
): Promise<boolean> {
  const seen = trx.selectFrom('journeys').where('id', '=', id).where('revision', '=', revision);
  // An answer of the same moment waits for the draft, or the draft finds the revision of the answer.
  const unchanged = isPostgres(trx) ? seen.forShare() : seen;
  const { numInsertedOrUpdatedRows: count } = await trx
    .insertInto('drafts')
    .columns(['journey_id', 'step', 'body', 'updated_at'])
    .expression(
      unchanged.select([
        'id as journey_id',
        sql<string>`cast(${step} as text)`.as('step'),
        sql<string>`cast(${body} as text)`.as('body'),
        sql<number>`cast(${updated_at} as bigint)`.as('updated_at'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['journey_id', 'step']).doUpdateSet({ body, updated_at }))
    .executeTakeFirst();
  return count !== undefined && count > 0n;
}
