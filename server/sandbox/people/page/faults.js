/** Faults: what is scripted, and scripting more. */
import { element } from '../../hosted/page/element.js';
import { ask, pull } from './control.js';
import { liveList } from './live-list.js';

export const faults = liveList(document.querySelector('#faults'), {
  keyOf: ({ id }) => id,
  draw: ({ id, method, path, times, skip, effect, remaining }) =>
    element(
      'li',
      { class: remaining === 0 && 'spent' },
      element(
        'span',
        {},
        element('code', {}, `${method} ${path}`),
        element(
          'small',
          {},
          `${inWords(effect)} · ${remaining} of ${times} left${skip > 0 ? ` · after ${skip}` : ''}`,
        ),
      ),
      element(
        'button',
        {
          type: 'button',
          'aria-label': `Remove the fault on ${method} ${path}`,
          onclick: () => pull('Fault removed.', 'DELETE', `/faults/${id}`),
        },
        'Remove',
      ),
    ),
});

function inWords({ kind, ...more }) {
  return [kind, ...Object.values(more).map((value) => JSON.stringify(value))].join(' ');
}

const form = document.querySelector('#new-fault');
const effectFields = { status: ['status'], in_progress: ['retry_after_seconds'], delay: ['ms'] };

form.elements.kind.addEventListener('change', () => {
  for (const field of form.querySelectorAll('[data-for]'))
    field.hidden = field.dataset.for !== form.elements.kind.value;
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { method, path, kind, ...numbers } = Object.fromEntries(new FormData(form));
  const effect = { kind };
  for (const name of effectFields[kind] ?? []) effect[name] = Number(numbers[name]);
  void pull('Fault added.', 'POST', '/faults', {
    method,
    path,
    times: Number(numbers.times),
    skip: Number(numbers.skip),
    effect,
  });
});

const { paths } = await ask('GET', '/openapi.json');
document
  .querySelector('#paths')
  .append(
    ...Object.keys(paths).map((path) => element('option', { value: path.replaceAll(/\{\w+\}/g, '*') })),
  );
