/** Who reviewed which translation: each entry is of the texts as they are, and the guide claims no other review. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

const review = z.strictObject({
  file: z.string(),
  reviewer: z.string().min(1),
  /** Such as a certificate of the translator. */
  qualification: z.string().min(1),
  date: z.iso.date(),
  hash: z.string(),
});
type Review = z.infer<typeof review>;

const read = (path: string) => JSON.parse(readFileSync(`widget/texts/${path}`, 'utf8'));
const ledger = z.record(z.string(), z.array(review)).parse(read('reviews.json'));
const languages = Object.keys(ledger);

/** Covers all texts of a file and of its English source, without the notes for translators. */
function hashOf(language: string, file: string): string {
  const texts = ['en', language].map((each) =>
    Object.entries(read(`${each}/${file}`)).filter(([name]) => !name.startsWith('@')),
  );
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

/** The reviews of a language whose file is not there, or has changed since. */
const stale = (language: string, reviews: readonly Review[]): string[] =>
  reviews
    .filter(
      ({ file, hash }) =>
        !readdirSync(`widget/texts/${language}`).includes(file) || hashOf(language, file) !== hash,
    )
    .map(({ file }) => `${language}/${file} has the hash ${hashOf(language, file)}`);

it('has each language that is a translation', () => {
  const folders = readdirSync('widget/texts', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(languages).toEqual(
    folders
      .map(({ name }) => name)
      .filter((name) => name !== 'en')
      .toSorted(),
  );
});

it.each(languages)('each review of %s is of the texts as they are', (language) => {
  expect(stale(language, ledger[language] ?? [])).toEqual([]);
});

it('finds a review of a text that has changed since', () => {
  const [language = ''] = languages;
  const entry = { file: 'booking.json', reviewer: 'A', qualification: 'B', date: '2026-01-31' };
  expect(stale(language, [{ ...entry, hash: hashOf(language, entry.file) }])).toEqual([]);
  expect(stale(language, [{ ...entry, hash: 'of another text' }])).toHaveLength(1);
});

it('the guide names each reviewer, and nobody for a language without reviews', async () => {
  const rows = tableRows(
    sectionOf(await readDocument('widget/languages.md'), '## Reviews of the translations'),
  );
  const expected = languages.flatMap((language) => {
    const reviews = ledger[language] ?? [];
    const all = readdirSync(`widget/texts/${language}`);
    const reviewed = reviews.map(({ reviewer, qualification, date }) => [
      `\`${language}\``,
      reviewer,
      qualification,
      date,
    ]);
    const isPart = reviews.length < all.length;
    return reviews.length === 0
      ? [[`\`${language}\``, 'Nobody yet', '', '']]
      : [
          ...new Map(
            reviewed.map((row) => [
              row.join(),
              isPart ? [...row.slice(0, 1), `${row[1]}, in part`, ...row.slice(2)] : row,
            ]),
          ).values(),
        ];
  });
  expect(rows).toEqual(expected);
});
