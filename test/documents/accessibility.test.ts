/** The reports of accessibility are those of the criteria, name tests that exist, and have the formats that buyers read. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { criteria } from '../accessibility/criteria.ts';
import { chapters } from '../accessibility/openacr.ts';
import { type ProofName, proofs } from '../accessibility/proofs.ts';
import { reports } from '../accessibility/report.ts';
import { readDocument } from '../support/documents.ts';

describe('The report of accessibility', () => {
  it.each(Object.keys(reports))(
    '%s is that of the criteria; if not, run `node test/accessibility/write-report.ts`',
    async (path) => {
      expect(await readDocument(path)).toBe(reports[path]);
    },
  );

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
});

describe('The OpenACR', () => {
  const published = (path: string) =>
    readFileSync(createRequire(import.meta.url).resolve(`@openacr/openacr/${path}`), 'utf8');
  const read = async () => parse(await readDocument('widget/openacr.yaml'));

  interface Catalog {
    standard: { id: string }[];
    chapters: { id: string; criteria: { id: string; components: string[] }[] }[];
    terms: { id: string }[];
  }
  const catalog: Catalog = parse(published('catalog/2.4-edition-wcag-2.1-508-en.yaml'));

  interface Entry {
    num: string;
    components: { name: string; adherence: { level: string; notes: string } }[];
  }
  const entriesOf = async (chapter: string): Promise<Entry[]> =>
    (await read()).chapters[chapter].criteria ?? [];

  it('is one of the published schema', async () => {
    const ajv = new Ajv();
    ajv.validate(JSON.parse(published('schema/openacr-0.1.0.json')), await read());
    expect(ajv.errors ?? []).toEqual([]);
  });

  it('has each criterion of the published catalog of WCAG 2.1 and Section 508, or says why a chapter has none', async () => {
    for (const { id, criteria: demanded } of catalog.chapters) {
      const { disabled, notes } = (await read()).chapters[id];
      if (disabled) expect(notes, id).toMatch(/\.$/);
      else
        expect((await entriesOf(id)).map(({ num }) => num)).toEqual(
          expect.arrayContaining(demanded.map(({ id: number }) => number)),
        );
    }
  });

  it('has a level of the catalog and a remark at each criterion', async () => {
    const levels = catalog.terms.map(({ id }) => id).filter((id) => id !== 'not-evaluated');
    for (const chapter of Object.keys(chapters))
      for (const { num, components } of await entriesOf(chapter))
        for (const { adherence } of components) {
          expect(levels, num).toContain(adherence.level);
          expect(adherence.notes, num).toMatch(/\.$/);
        }
  });

  it('supports nothing that the report of the criteria does not', async () => {
    const web = await entriesOf('en_301_549_web');
    for (const { number, conformance } of criteria.filter(
      (criterion) => criterion.conformance !== 'Supports',
    )) {
      const level = conformance === 'Partially supports' ? 'partially-supports' : 'not-applicable';
      const entries = [
        ...(await entriesOf('success_criteria_level_a')),
        ...(await entriesOf('success_criteria_level_aa')),
        ...web,
      ].filter(({ num }) => num === number || num === `9.${number}`);
      expect(entries.length).toBeGreaterThan(0);
      for (const { components } of entries) expect(components[0]?.adherence.level, number).toBe(level);
    }
  });

  it('names each law with its dates', async () => {
    const { notes } = await read();
    for (const words of [
      'Section 504',
      '11 May 2027',
      '10 May 2028',
      'ADA Title II',
      'Section 508',
      'EN 301 549',
    ])
      expect(notes).toContain(words);
  });
});
