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
          onchange: ({ currentTarget }) => change(name, currentTarget.value),
        }),
      ),
    ),
});

export function settings(all) {
  drawSettings(Object.entries(all).map(([name, value]) => ({ name, value })));
}

function change(name, text) {
  try {
    void pull('Setting changed.', 'PATCH', '/settings', { [name]: JSON.parse(text) });
  } catch {
    tell(`${name}: ${text} is no JSON.`, true);
  }
}
