/** The keys: their value to copy, their configuration to change, and new ones. */
import { element } from '../../hosted/page/element.js';
import { pull, tell } from './control.js';
import { liveList } from './live-list.js';

const choices = {
  customer_consent_mode: ['service_consent_api', 'api_partner_pdf'],
  physician_order_mode: ['service_service', 'structured_api', 'api_partner_pdf'],
  status: ['active', 'inactive'],
};
const lists = { scopes: 'Scopes', allowed_hosts: 'Allowed hosts', embed_origins: 'Origins that may frame' };

export const keys = liveList(document.querySelector('#keys'), {
  keyOf: ({ prefix }) => prefix,
  draw: (key) =>
    element(
      'li',
      { 'aria-label': `Key ${key.prefix}` },
      element(
        'div',
        { class: 'head' },
        element('h3', {}, element('code', {}, key.prefix)),
        element('span', { class: 'chip' }, key.flow),
        key.status === 'inactive' && element('span', { class: 'chip canceled' }, 'inactive'),
        element(
          'button',
          { type: 'button', 'aria-label': `Copy key ${key.prefix}`, onclick: () => copy(key.api_key) },
          'Copy key',
        ),
      ),
      element(
        'p',
        { class: 'quiet' },
        `consent ${key.customer_consent_mode} · physician ${key.physician_order_mode}`,
      ),
      element('details', {}, element('summary', {}, 'Configure'), configuration(key)),
    ),
});

function configuration(key) {
  return element(
    'form',
    {
      class: 'fields',
      onsubmit(event) {
        event.preventDefault();
        const given = Object.fromEntries(new FormData(event.currentTarget));
        for (const name of Object.keys(lists)) given[name] = given[name].split(/[\s,]+/).filter(Boolean);
        void pull('Saved: it holds for what begins from now on.', 'PATCH', `/keys/${key.prefix}`, given);
      },
    },
    Object.entries(choices).map(([name, values]) =>
      element(
        'label',
        {},
        name,
        element(
          'select',
          { name },
          values.map((value) => element('option', { selected: value === key[name] }, value)),
        ),
      ),
    ),
    Object.entries(lists).map(([name, title]) =>
      element('label', { class: 'wide' }, title, element('input', { name, value: key[name].join(' ') })),
    ),
    element('button', {}, 'Save'),
  );
}

async function copy(apiKey) {
  await navigator.clipboard.writeText(apiKey).then(
    () => tell('Copied.'),
    () => tell(apiKey),
  );
}

document.querySelector('#new-key').addEventListener('submit', (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(event.currentTarget));
  void pull('Key created.', 'POST', '/keys', given);
});
