/** The sandbox, with all its levers, holds what the conformance suite demands. What it decides itself is in its baseline. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { checksWithAct } from '../../server/operate/conformance/acts.ts';
import { checks } from '../../server/operate/conformance/checks.ts';
import { openSuite, type Suite } from '../../server/operate/conformance/suite.ts';
import { readRequirements } from '../requirements.ts';
import { findChromium } from '../support/find-browsers.mjs';
import { harnessOfFile } from './fresh-partner.ts';
import { unseen } from './unseen-requirements.ts';

const baseline = JSON.parse(await readFile(new URL('conformance-baseline.json', import.meta.url), 'utf8'));

const harness = await harnessOfFile();
let suite: Suite;
beforeAll(async () => {
  suite = openSuite({
    ...{ base: harness.url, profile: 'levers', keys: [], pause: null },
    browser: (await findChromium()) ?? null,
  });
});

it('has a check for each requirement of a service, or says why nobody outside can see it', async () => {
  const tried = new Set(checks.flatMap(({ requirements }) => requirements));
  const rows = (await readRequirements()).filter(({ parties }) => parties.includes('X'));
  const missing = rows.filter(({ id }) => !tried.has(id)).map(({ id }) => id);
  expect(missing.sort()).toEqual(Object.keys(unseen).sort());
});

it('says for each check that needs levers what support would have to do', () => {
  const needing = checks.filter(({ needs }) => needs === 'levers').map(({ id }) => id);
  expect([...checksWithAct].sort()).toEqual(needing.sort());
});

for (const check of checks)
  it(`${check.id}: ${check.title} [${check.requirements.join('] [')}]`, async () => {
    const { outcome, reason, answer } = await suite.run(check);
    expect([outcome, reason]).toEqual([check.level === 'TOLD' ? 'told' : 'held', null]);
    if (check.level === 'TOLD') expect(answer).toEqual(baseline[check.id]);
  });
