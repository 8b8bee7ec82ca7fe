/** The assumptions: one file, checked at the start, one reader, each entry listed in the guide. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shownPrice } from '../../server/booking/journey/previews.ts';
import { examine, type OnUnmet } from '../../server/upstream/assumptions/assumptions.ts';
import { readAssumptions } from '../../server/upstream/assumptions/file.ts';
import { items, text } from '../../server/upstream/assumptions/kinds.ts';
import { assumptionNames, assumptionsFile } from '../../server/upstream/assumptions/schema.ts';
import { keysIn, search } from '../../server/upstream/assumptions/search.ts';
import { assumptionsWith } from '../support/assumptions.ts';
import { codeBlocks, readDocument, sectionOf, tableRows } from '../support/documents.ts';
import { folderOfTest } from '../support/folders.ts';

const defaults = assumptionsFile.parse({});

async function fileOf(content: string): Promise<string> {
  const dir = folderOfTest();
  await writeFile(join(dir, 'assumptions.json'), content);
  return join(dir, 'assumptions.json');
}

async function read(content: object) {
  const found = readAssumptions(await fileOf(JSON.stringify(content)));
  if ('faults' in found) throw new Error(found.faults.join());
  return found.assumptions;
}

describe('The file', () => {
  it('has a default for every entry, so that it names only what differs [VER-10]', async () => {
    const { consent, product } = await read({ consent: { decisionKeys: { label: ['heading'] } } });
    expect(consent.decisionKeys.detail).toEqual(defaults.consent.decisionKeys.detail);
    expect(product).toEqual(defaults.product);
  });

  it('adds a list in front of the default, and replaces it only on request [VER-10]', async () => {
    const { consent, webhook } = await read({
      consent: { decisionKeys: { label: ['heading', 'label'] } },
      webhook: { secretKeys: { replace: ['shared_key'] } },
    });
    expect(consent.decisionKeys.label).toEqual(['heading', 'label', 'decision_label', 'title']);
    expect(webhook.secretKeys).toEqual(['shared_key']);
  });

  it.each([
    ['no JSON', 'canary', 'cannot be read as a file of JSON'],
    ['no object', '["canary"]', 'the whole: invalid_type'],
    ['an unknown section', '{"webhooks": {"canary": 1}}', 'no entry of that name: webhooks'],
    ['an unknown entry', '{"webhook": {"secretKey": "canary"}}', 'webhook: unrecognized_keys'],
    [
      'a value of another kind',
      '{"webhook": {"secretEncoding": "canary"}}',
      'webhook.secretEncoding: invalid_value',
    ],
    ['an empty list', '{"consent": {"htmlFormats": []}}', 'consent.htmlFormats: too_small'],
    [
      'an empty replacement',
      '{"consent": {"htmlFormats": {"replace": []}}}',
      'consent.htmlFormats.replace: too_small',
    ],
  ])('is rejected with %s, without repeating a value', async (_, content, fault) => {
    const found = readAssumptions(await fileOf(content));
    if (!('faults' in found)) throw new Error('it was taken');
    expect(found.faults.join()).toContain(fault);
    expect(found.faults.join()).not.toContain('canary');
  });

  it('is rejected when it does not exist', () => {
    expect(readAssumptions('/nowhere/assumptions.json')).toEqual({
      faults: ['cannot be read as a file of JSON'],
    });
  });
});

describe('The reader', () => {
  const found = (value: string) => ({ state: 'found', value });

  it.each<[string, unknown, object]>([
    ['on top', { a: 'x' }, found('x')],
    ['deep in objects and arrays', { data: { items: [{ one: { a: 'x' } }] } }, found('x')],
    ['the shallowest', { deep: { a: 'x' }, a: 'y' }, found('y')],
    ['an earlier name anywhere before a later one', { b: 'y', deep: { deeper: { a: 'x' } } }, found('x')],
    ['a later name where the earlier has nothing usable', { a: ' ', b: 'y' }, found('y')],
    ['a usable value below an unusable one', { a: { a: 'x' } }, found('x')],
    ['the same twice', { one: { a: 'x' }, two: { a: 'x' } }, found('x')],
    ['two that differ', { one: { a: 'x' }, two: { a: 'y' }, b: 'z' }, { state: 'ambiguous' }],
    ['a path', { session: { id: 'x' }, id: 'y' }, found('x')],
    ['nothing', { c: 'x' }, { state: 'missing' }],
    ['an inherited value', Object.create({ a: 'x' }), { state: 'missing' }],
    ['no object', null, { state: 'missing' }],
  ])('finds %s', (_, sample, expected) => {
    expect(search(sample, ['session.id', 'a', 'b'], text)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['an array', [{ n: 1 }, { n: 2 }]],
    ['an array in an object', { items: [{ n: 1 }, { n: 2 }], total: 2 }],
    ['an array in objects', { data: { page: 1, items: [{ n: 1 }, { n: 2 }] } }],
    ['an object of one key per item', { first: { n: 1 }, second: { n: 2 } }],
  ])('accepts %s as a list', (_, list) => {
    const result = search({ list }, ['list'], items);
    expect(result).toMatchObject({ state: 'found', value: [{ value: { n: 1 } }, { value: { n: 2 } }] });
  });

  it('names keys for the operator, but no values and no keys that may be values', () => {
    expect(keysIn({ a: [{ b: 'canary' }], 'someone@canary.example': { c: 1 } })).toEqual(['a', 'a.b']);
  });
});

describe('An assumption that is not met', () => {
  it('ends in a problem that names the entry, and is reported each time, marked the first time', () => {
    const reports: Parameters<OnUnmet>[] = [];
    const assumptions = assumptionsWith({}, (...report) => void reports.push(report));
    const need = () => assumptions.need('handoff.urlKeys', text, { page: 'canary' }, 'schedule_handoff');
    const problem = {
      status: 503,
      code: 'assumption_unmet',
      message: expect.stringContaining('handoff.urlKeys'),
    };
    expect(need).toThrow(expect.objectContaining(problem));
    expect(need).toThrow(expect.objectContaining(problem));
    const unmet = { entry: 'handoff.urlKeys', path: 'schedule_handoff', keys: ['page'] };
    assumptions.report('handoff.urlKeys', 'schedule_handoff', { page: 'canary' });
    expect(reports).toEqual([
      [unmet, { stops: true, isFirst: true }],
      [unmet, { stops: true, isFirst: false }],
      [unmet, { stops: false, isFirst: true }],
    ]);
  });

  it('is collected with all others when a sample is examined', () => {
    const sample = { one: { url: 'a' }, two: { url: 'b' } };
    const found = examine(defaults, (assumptions) => {
      assumptions.need('handoff.urlKeys', text, sample, 'here');
      assumptions.need('handoff.expiryKeys', text, sample, 'here');
    });
    expect(found.map(({ entry }) => entry)).toEqual(['handoff.urlKeys', 'handoff.expiryKeys']);
  });
});

it('takes effect in one application and not in another', () => {
  const product = { retail_price: 99, integrator_price: 80, currency: 'USD' } as Parameters<
    typeof shownPrice
  >[0];
  expect(shownPrice(product, assumptionsWith({ product: { priceField: 'integrator_price' } })).amount).toBe(
    80,
  );
  expect(shownPrice(product, assumptionsWith()).amount).toBe(99);
});

/** `consent.decisionKeys.id` and its default, and so on, as the guide writes them. */
function entries(node: object, path: string[] = []): string[][] {
  return Object.entries(node).flatMap(([name, value]) => {
    const at = [...path, name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return entries(value, at);
    const shown = Array.isArray(value) ? value.map((each) => `\`${each}\``).join(', ') : `\`${value}\``;
    return [[`\`${at.join('.')}\``, shown]];
  });
}

describe('The guide', () => {
  it('lists every entry with its default [VER-10]', async () => {
    const rows = tableRows((await readDocument('server/assumptions.md')).split('\n## ')[0] ?? '');
    expect(rows.map((cells) => cells.slice(0, 2))).toEqual(entries(defaults));
    expect(rows).toHaveLength(assumptionNames.length);
  });

  it('explains that a list is added and how to replace one, and its example parses', async () => {
    const section = sectionOf(await readDocument('server/README.md'), '## Assumptions');
    expect(section).toMatch(/in front of the defaults/);
    const [example = ''] = codeBlocks(section, 'json');
    expect(example).toContain('"replace"');
    expect(readAssumptions(await fileOf(example))).toHaveProperty('assumptions');
  });
});
