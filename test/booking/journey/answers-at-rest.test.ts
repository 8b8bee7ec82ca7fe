/** Someone with a copy of the database and without its keys, who knows the questionnaires, can check no guess of the answers. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type EncryptedTableName, encryptedTables } from '../../../server/core/store/encrypted-columns.ts';
import type { Store } from '../../../server/core/store/store.ts';
import {
  choosePlace,
  pickTimes,
  prescreenAnswers,
  profile,
  questionnaireAnswers,
  signConsent,
} from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';

interface AnswerSet {
  prescreen: Record<string, boolean>;
  /** The questions that are answered with yes. */
  yes: string[];
  /** What was typed at each step before it was answered. */
  draft: Record<string, unknown>;
}

const sets: AnswerSet[] = [
  { prescreen: {}, yes: [], draft: {} },
  {
    prescreen: { smoker: true, diabetes: true, sedentary_lifestyle: true, bmi_higher_than_25: true },
    yes: ['implanted_heart_device', 'known_coronary_disease', 'cannot_hold_breath'],
    draft: { implanted_heart_device: true, notes: 'x'.repeat(500) },
  },
  {
    prescreen: { symptoms_heart_disease: true },
    yes: ['current_chest_pain', 'recent_heart_scan', 'health_changed', 'needs_assistance'],
    draft: { current_chest_pain: true },
  },
];
const ruledOut: AnswerSet = { prescreen: { pregnant: true }, yes: ['pregnant'], draft: {} };

type Rows = Record<string, Record<string, unknown>[]>;

async function rowsOf({ db }: Store): Promise<Rows> {
  const rows: Rows = {};
  for (const { name } of await db.introspection.getTables())
    rows[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows;
  return rows;
}

/** A booking with these answers: the tables before the last ones are sent, and at its end. */
async function booked(kind: (typeof storeKinds)[number], set: AnswerSet) {
  const databaseUrl = kind === 'postgres' ? await newMigratedDatabase() : undefined;
  const service = await serverOfTest({ databaseUrl, tuning: { reconcileMs: 3_600_000 } });
  const store = await service.store();
  const customer = service.customer('one-and-the-same');
  let view = await choosePlace(customer, 'CALST');
  view = await customer.answer('times', pickTimes(view));
  view = await customer.answer('identity', profile);
  view = await customer.answer('consent', signConsent(view));
  const { fields } = prescreenAnswers(view);
  await customer.draft('prescreen', { ...set.draft, ...set.prescreen });
  view = await customer.answer('prescreen', { fields: { ...fields, ...set.prescreen } });
  view = await customer.answer('review', { return_url: 'https://clinic.example/book' });
  await customer.draft('questionnaire', set.draft);
  // Read now, since the server may read it by itself or not.
  await customer.fetch('GET', '/appointments');
  const before = await rowsOf(store);
  const answer = questionnaireAnswers(view, set.yes);
  view = await customer.answer('questionnaire', answer);
  await customer.fetch('GET', '/appointments');
  return { service, before, after: await rowsOf(store), step: view.shows.step, answer };
}

const isEncrypted = (table: string, column: string) => {
  const columns: readonly string[] = encryptedTables[table as EncryptedTableName]?.columns ?? [];
  return columns.includes(column) || (table === 'customer_keys' && column === 'wrapped_key');
};
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What can be seen of a value: the length of an encrypted one; of a clear one all but random ids, hashes and the time. */
function seen(table: string, column: string, value: unknown): unknown {
  if (typeof value === 'number') return value > 1e12 ? 'a time' : value;
  if (typeof value !== 'string') return value;
  if (isEncrypted(table, column)) return `${value.length} characters`;
  return value.replace(uuid, 'an id').replace(/^[0-9a-f]{64}$/, 'a hash');
}

const profileOf = (rows: Rows) =>
  Object.fromEntries(
    // These depend on the time: how far the list of appointments was read, which requests the access log has by now, and when
    // the server has last reported.
    Object.entries({ ...rows, reconciliations: [], access_log: [], access_log_chains: [], servers: [] }).map(
      ([table, each]) => [
        table,
        each
          .map((row) =>
            JSON.stringify(
              Object.fromEntries(
                Object.entries(row).map(([name, value]) => [name, seen(table, name, value)]),
              ),
            ),
          )
          .sort(),
      ],
    ),
  );

/** Everything that the answers could be sent as, were they guessed right; all combinations of the questionnaire's among them. */
function guesses({
  service,
  answer,
}: {
  service: FullApiServer;
  answer: { answers: Record<string, boolean | number | string> };
}) {
  const sent = service.wire.requests.map(({ body }) => body).filter(Boolean);
  const ids = Object.keys(answer.answers);
  const combinations = Array.from({ length: 2 ** ids.length }, (_, bits) =>
    Object.fromEntries(ids.map((id, at) => [id, (bits & (1 << at)) !== 0])),
  );
  const texts = combinations.flatMap((answers) => [
    JSON.stringify({ ...answer, answers }),
    JSON.stringify(answers),
  ]);
  const single = ids.flatMap((id) => [`"${id}":true`, `"${id}":false`]);
  return [...new Set([...sent, ...texts, ...single])];
}

/** All columns of all rows, as the database has them. */
const textOf = (rows: Rows) =>
  Object.values(rows)
    .flat()
    .flatMap(Object.values)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value))
    .join('\n');

const forms = (text: string) => [
  text,
  ...(['hex', 'base64', 'base64url'] as const).map((form) =>
    Buffer.from(text).toString(form).replace(/=+$/, ''),
  ),
  ...['md5', 'sha1', 'sha256', 'sha384', 'sha512'].flatMap((name) =>
    (['hex', 'base64', 'base64url'] as const).map((form) =>
      createHash(name).update(text).digest(form).replace(/=+$/, ''),
    ),
  ),
];

describe.each(storeKinds)('on %s', (kind) => {
  it('all answers leave the same rows, clear values and lengths', async () => {
    const [first, ...others] = await Promise.all(sets.map((set) => booked(kind, set)));
    if (!first) throw new Error('no answers');
    expect(first.step).toBe('sent');
    for (const other of others) {
      expect(other.step).toBe('sent');
      expect(profileOf(other.before)).toEqual(profileOf(first.before));
      expect(profileOf(other.after)).toEqual(profileOf(first.after));
    }
  });

  it('a journey that the answers ended looks like one that continues', async () => {
    const ended = await booked(kind, ruledOut);
    expect(ended.step).toBe('blocked');
    const [journey] = profileOf(ended.after).journeys ?? [];
    expect(JSON.parse(journey ?? '{}')).toMatchObject({ state: 'open' });
    const continued = await booked(kind, sets[0] as AnswerSet);
    const lengths = [ended.before, ended.after, continued.after].map(
      (rows) => `${rows.journeys?.[0]?.body}`.length,
    );
    expect([...new Set(lengths)]).toHaveLength(1);
    const kinds = ended.after.writes?.map((row) => row.kind);
    expect(kinds).toContain('questionnaire.submit');
  });
});

// On one database: what encrypts the columns is the same for both.
it.each([...sets, ruledOut])('no column holds a guessed answer, in clear or as a digest', async (set) => {
  const found = await booked('sqlite', set);
  const all = [found.before, found.after].map(textOf).join('\n');
  const hits = guesses(found).filter((guess) => forms(guess).some((form) => all.includes(form)));
  expect(hits).toEqual([]);
});
