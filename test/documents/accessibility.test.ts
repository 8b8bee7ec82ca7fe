/** The report of accessibility is up to date, and each test that it names exists. */
import { expect, it } from 'vitest';
import { criteria } from '../accessibility/criteria.ts';
import { type ProofName, proofs } from '../accessibility/proofs.ts';
import { report } from '../accessibility/report.ts';
import { readDocument } from '../support/documents.ts';

it('is the report of the criteria; if not, run `node test/accessibility/write-report.ts`', async () => {
  expect(await readDocument('widget/accessibility.md')).toBe(report);
});

it('names tests that exist', async () => {
  for (const { file, title } of Object.values(proofs)) expect(await readDocument(file)).toContain(title);
});

it('has each of the 55 criteria once, in order, and uses each test', () => {
  const numbers = criteria.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(55);
  const inOrder = numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  expect(numbers).toEqual(inOrder);
  const used = new Set<ProofName>(criteria.flatMap((criterion) => criterion.proofs));
  expect([...used].toSorted()).toEqual(Object.keys(proofs).toSorted());
});
