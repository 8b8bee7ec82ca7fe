/** How little a customer does whom the partner knows. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { browserOfFile } from '../support/browser-of-file.ts';
import type { Heading } from './headings.ts';
import { stackOfFile } from './stack.ts';
import { Visitor } from './visitor.ts';

/** Of them, 18 are of the service's forms. The clinic's payment page is one press. */
const mostPresses = 26;
/** The signature. */
const mostTypedFields = 1;
const browser = await browserOfFile();
const stack = stackOfFile({
  env: { HOOKS_MODULE: fileURLToPath(new URL('./known-customer-hooks.ts', import.meta.url)) },
});

it('a known customer books DEXA with few presses, and confirms the details with one', async () => {
  const visitor = await Visitor.arrive(browser, stack.siteUrl, { width: 360 });
  const actions = await countActions(visitor);
  await visitor.chooseTest('DEXA');
  // The search near the customer's home runs by itself.
  await visitor.button('Choose this testing center, 23-09 Almery Road').click();
  await visitor.opens('times');
  const times = visitor.booking.getByRole('group').getByRole('button');
  for (const index of [0, 1]) await times.nth(index).click();
  await visitor.continueTo('identity');
  expect(await visitor.booking.getByRole('textbox').count()).toBe(0);
  actions.at = 'identity';
  await visitor.continueTo('consent');
  actions.at = 'consent';
  await visitor.fillConsent();
  await visitor.sign('review');
  actions.at = 'review';
  await visitor.pay();
  await visitor.sees('questionnaire');
  actions.at = 'questionnaire';
  await visitor.fillQuestionnaire();
  await visitor.sendQuestionnaire();
  await visitor.sees('sent');

  const { presses, typed } = actions;
  expect(presses.identity).toBe(1);
  const all = Object.values(presses).reduce((sum, count) => sum + count, 0);
  expect(all).toBeLessThanOrEqual(mostPresses);
  expect(typed.size).toBeLessThanOrEqual(mostTypedFields);
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});

/** Counts presses by screen, and the fields that text is typed into. The caller says which screen it is. */
async function countActions(visitor: Visitor) {
  const { page } = visitor;
  const actions = {
    at: 'place' as Heading,
    presses: {} as Partial<Record<Heading, number>>,
    typed: new Set<string>(),
  };
  await page.exposeFunction('reportPress', () => {
    actions.presses[actions.at] = (actions.presses[actions.at] ?? 0) + 1;
  });
  await page.exposeFunction('reportTyped', (field: string) => actions.typed.add(`${actions.at} ${field}`));
  await page.addInitScript(() => {
    const { reportPress, reportTyped } = window as unknown as {
      reportPress(): void;
      reportTyped(field: string): void;
    };
    addEventListener('pointerdown', () => reportPress(), true);
    addEventListener('beforeinput', (event) => reportTyped((event.composedPath()[0] as Element).id), true);
  });
  await page.reload();
  await visitor.sees('place');
  return actions;
}
