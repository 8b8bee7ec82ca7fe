/** A page that shows each step in each state: `?state=place-results`, or a list of them. */

import { states } from './states.ts';
import { stage } from './step-harness.ts';

const main = document.querySelector('main');
const name = new URLSearchParams(location.search).get('state');
const state = name === null ? undefined : states[name];

if (main !== null && state !== undefined) {
  await stage(state, main);
  document.documentElement.dataset.ready = 'true';
} else if (main !== null) {
  for (const each of Object.keys(states)) {
    const line = document.createElement('p');
    const link = document.createElement('a');
    link.href = `?state=${each}`;
    link.textContent = each;
    line.append(link);
    main.append(line);
  }
}
