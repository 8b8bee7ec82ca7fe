/** Presses the last button of every step by mouse, touch and keyboard, while an error above it goes. No press may be lost. */
import { startBrowser } from '../support/browser.ts';
import { shuffled, type Verdict } from '../support/rounds.ts';
import { allPresses, openForms } from '../widget/gallery/presses.ts';

const pressesPerRound = 20;

export async function presses(random: () => number, rounds: number): Promise<Verdict[]> {
  const browser = await startBrowser();
  const forms = await openForms(browser);
  const faults: string[] = [];
  let moved = 0;
  let most = 0;
  const count = rounds * pressesPerRound;
  try {
    let deck = shuffled(random, allPresses);
    for (let made = 0; made < count; made++) {
      if (deck.length === 0) deck = shuffled(random, allPresses);
      const press = deck.pop();
      if (press === undefined) break;
      const { isLost, errorLines } = await forms.press(press, random());
      if (isLost) faults.push(`lost: ${Object.values(press).join(' ')}`);
      if (errorLines > 0) moved++;
      most = Math.max(most, errorLines);
    }
  } finally {
    await forms.close();
    await browser.close();
  }
  const what = 'a press by mouse, touch or keyboard on the last button of each step';
  const figures = `${count} presses, ${moved} after the correction of an error of up to ${most} lines; ${faults.length} lost`;
  return [{ what, rounds, faults, figures }];
}
