/** Nothing moves between a press and its release. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareBrowser } from '../support/browser.ts';
import { seeded, shuffled } from '../support/rounds.ts';
import { allPresses, openForms, type Press } from '../widget/gallery/presses.ts';

let opened: Awaited<ReturnType<typeof openForms>>;

beforeAll(async () => {
  opened = await openForms(await shareBrowser());
});
afterAll(() => opened?.close());

const named = ({ form, language, width, device }: Press) => `${form} ${language} ${width} ${device}`;

// By which device, in which language and at which width is drawn: the torture makes 1,000 presses.
it('one press is enough on each form after a correction', async () => {
  const random = seeded(1);
  const oneOfEachForm = new Map(shuffled(random, allPresses).map((press) => [press.form, press]));
  const lost: string[] = [];
  const lines = new Set<number>();
  for (const press of oneOfEachForm.values()) {
    const { isLost, errorLines } = await opened.press(press, random());
    lines.add(errorLines);
    if (isLost) lost.push(named(press));
  }
  expect(lost).toEqual([]);
  expect([...lines]).toEqual(expect.arrayContaining([1]));
});

it('errors of up to five lines go after the press', async () => {
  const lines = new Set<number>();
  for (const width of [320, 414, 768, 1280] as const)
    for (const language of ['en', 'de'] as const)
      for (const device of ['mouse', 'touch', 'keyboard'] as const) {
        const press: Press = { form: 'booking/consent-other-name', language, width, device };
        const { isLost, errorLines } = await opened.press(press, 0);
        lines.add(errorLines);
        expect(isLost, named(press)).toBe(false);
      }
  expect(Math.max(...lines)).toBeGreaterThanOrEqual(4);
});
