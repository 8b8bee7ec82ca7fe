/** The assumptions: one file, checked at the start, each entry told in README. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  assume,
  assumptions,
  assumptionsFile,
  shownPrice,
  unmet,
} from '../../server/upstream/assumptions.ts';
import { readAssumptions } from '../../server/upstream/read-assumptions.ts';

async function fileOf(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'dx-assumptions-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'assumptions.json'), text);
  return join(dir, 'assumptions.json');
}

it('has a default for every entry, so that the file names only what differs [VER-10]', async () => {
  const read = readAssumptions(await fileOf('{"consent": {"decisionKeys": {"label": ["heading"]}}}'));
  if ('faults' in read) throw new Error(read.faults.join());
  expect(read.assumptions.consent.decisionKeys.label).toEqual(['heading']);
  expect(read.assumptions.consent.decisionKeys.detail).toEqual(assumptions.consent.decisionKeys.detail);
  expect(read.assumptions.product).toEqual(assumptions.product);
});

it('takes effect where it is used [GAP-11]', () => {
  onTestFinished(() => assume(assumptionsFile.parse({})));
  const product = { retail_price: 99, integrator_price: 80, currency: 'USD' } as Parameters<
    typeof shownPrice
  >[0];
  expect(shownPrice(product).amount).toBe(99);
  assume(assumptionsFile.parse({ product: { priceField: 'integrator_price' } }));
  expect(shownPrice(product).amount).toBe(80);
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
])('refuses a file with %s, and repeats no value of it', async (_, text, fault) => {
  const read = readAssumptions(await fileOf(text));
  if (!('faults' in read)) throw new Error('it was taken');
  expect(read.faults.join()).toContain(fault);
  expect(read.faults.join()).not.toContain('canary');
});

it('refuses a file that is not there', () => {
  expect(readAssumptions('/nowhere/assumptions.json')).toEqual({
    faults: ['cannot be read as a file of JSON'],
  });
});

it('ends in a problem that names the entry', () => {
  expect(unmet('handoff.urlKeys')).toMatchObject({
    status: 503,
    code: 'assumption_unmet',
    message: expect.stringContaining('handoff.urlKeys'),
  });
});

/** `consent.decisionKeys.id`, and so on, with the default as README writes it. */
function entries(node: object, path: string[] = []): string[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const at = [...path, name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return entries(value, at);
    const shown = Array.isArray(value) ? value.map((each) => `\`${each}\``).join(', ') : `\`${value}\``;
    return [`| \`${at.join('.')}\` | ${shown} |`];
  });
}

it('is told in README, entry by entry and with its default [VER-10]', async () => {
  const readme = (await readFile(new URL('../../README.md', import.meta.url), 'utf8'))
    .replace(/ +\|/g, ' |')
    .replace(/\| +/g, '| ');
  const rows = readme.split('\n').filter((line) => /^\| `\w+\.[\w.]+` \|/.test(line));
  const told = rows.map((row) => /^\| `[\w.]+` \| .*? \|/.exec(row)?.[0]);
  expect(told.toSorted()).toEqual(entries(assumptionsFile.parse({})).toSorted());
});
