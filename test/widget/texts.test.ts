/** Every text that a person sees or hears is in the message catalogue. */
import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { textsIn } from './source-texts.ts';

/** The catalogue itself, names of states, what runs in Node, and what is shown when nothing else loads. */
const exempt =
  /^widget\/(?:locales\/|package\/|build\/|dist\/|budgets\.ts|write-package\.ts|session\/error-codes\.ts|session\/diagnose\.ts|loader\.ts|ui\/old-browser\.ts|journey\/steps\/state-codes\.ts)/;

it('has every text of the widget in the catalogue', async () => {
  const found: string[] = [];
  for await (const path of glob('widget/**/*.ts'))
    if (!exempt.test(path)) found.push(...textsIn(path, await readFile(path, 'utf8')));
  expect(found).toEqual([]);
});

it.each([
  ['text between tags', 'html`<p>Hello</p>`', 'Hello'],
  ['text beside a place', 'html`<p>$' + '{name} is here</p>`', 'is here'],
  ['a name', 'html`<button aria-label="Close"></button>`', 'Close'],
  ['a sentence', "const words = 'Try again later.'", 'Try again later.'],
  ['a sentence with a place', 'const words = `Wait for $' + '{name}.`', 'Wait for ….'],
  ['a property that is shown', "node('p', { textContent: 'Continue' })", 'Continue'],
  ['a text in a place of markup', 'html`<p>$' + "{ok ? 'All is well' : nothing}</p>`", 'All is well'],
])('finds %s', (_, source, words) => {
  expect(textsIn('sample.ts', source)).toEqual([`sample.ts:1: ${words}`]);
});

it.each([
  ['markup without text', 'html`<p class="quiet">$' + '{words}</p>`'],
  ['styles', 'css`.a { font-family: Times New Roman; }`'],
  ['a message of the console', "console.warn('The attribute has no effect.')"],
  ['an error', "throw new Error('The build has no file.')"],
])('passes %s', (_, source) => {
  expect(textsIn('sample.ts', source)).toEqual([]);
});
