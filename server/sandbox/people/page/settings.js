/** The settings, each a value as JSON that is sent when it is changed. */
import { element } from '../../hosted/page/element.js';
import { pull, tell } from './control.js';
import { liveList } from './live-list.js';

const drawSettings = liveList(document.querySelector('#settings'), {
  keyOf: ({ name }) => name,
  draw: ({ name, value }) =>
    element(
      'li',
      {},
      element(
        'label',
        {},
        name.replaceAll('_', ' '),
        element('input', {
          value: JSON.stringify(value),
          spellcheck: 'false',
          onchange: ({ currentTarget }) => change(name, currentTarget, value),
        }),
      ),
    ),
});

export function settings(all) {
  drawSettings(Object.entries(all).map(([name, value]) => ({ name, value })));
}

/** What is not taken is put back. */
async function change(name, input, before) {
  let value;
  try {
    value = JSON.parse(input.value);
  } catch {
    tell(`${name}: ${input.value} is no JSON.`, true);
  }
  const taken =
    value !== undefined && (await pull('Setting changed.', 'PATCH', '/settings', { [name]: value }));
  if (!taken) input.value = JSON.stringify(before);
}
