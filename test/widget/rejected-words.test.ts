/** Phrases that the review of the texts has rejected do not come back, in any text that a person sees. */
import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** The wording that patients did not understand. The page of a partner shows none of it. */
const rejected = [
  'Something needs another look',
  'make a yes more likely',
  'in the currency of each place',
  'You pay later, after you have chosen times',
  'Nothing is sent to the location before',
  'Until then no time is fixed',
  'until you hear which one it is',
  'or it gets in touch',
  'Your request goes ahead when they agree',
  'a physician looks at your request too',
  'cannot be scheduled for now',
  'It is about this test only',
  'no time was asked for',
  'Nobody expects you',
  'Contact the site you booked on',
  'Ask for another test',
  'Look at other tests',
  'No time is fixed until',
  'With this you give up the time you have',
  'until it does none is fixed',
  'all the same',
  'Keep the time I have',
  'reports that nobody came',
  'Everything about this appointment is done',
  'will not take place',
  'does not take place any more',
  'Your change is on its way',
  'has no access to your booking at the moment',
  'This takes longer than usual',
  'does not answer right now',
  'This answer is needed',
  'is needed before the test can be booked',
  'Choose a sex',
  'tick it if you agree',
  'what you ticked',
  'as things are today',
  'Times are local to the location',
  'Local time at the location',
  'further away than we usually look',
  'Tap the time you would like',
  'from the air your body displaces',
  'This booking went on in another tab',
  'Who is tested',
  'entered so far is given up',
  'Its own physicians look after it',
  'What is left is the time',
  'The place confirms one of the three',
  'Times are its own',
  'stands on its own',
  'behind its link',
];

/** What people see: the catalogue, the elements, sentences of the server, pages of the sandbox and of the examples. */
const shown = ['widget/**/*.ts', 'server/**/*.ts', 'examples/**/*.{ts,js,eta,py}'];

async function phrasesIn(paths: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const path of paths) {
    // A sentence can be broken into lines.
    const text = (await readFile(path, 'utf8')).replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase();
    for (const phrase of rejected) if (text.includes(phrase.toLowerCase())) found.push(`${path}: ${phrase}`);
  }
  return found;
}

it('has none of the rejected phrases', async () => {
  expect(await phrasesIn(glob(shown, { exclude: ['**/dist/**', '**/node_modules/**'] }))).toEqual([]);
});

it('finds each of them', async () => {
  const own = new URL(import.meta.url).pathname;
  async function* here() {
    yield own;
  }
  expect((await phrasesIn(here())).length).toBe(rejected.length);
});
