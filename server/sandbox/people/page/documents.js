/** Documents that partners handed in and physician orders, each with a button for every outcome it can have now. */
import { element } from '../../hosted/page/element.js';
import { pull } from './control.js';
import { liveList } from './live-list.js';

const kinds = {
  customer_consent: 'Consent PDF',
  physician_order: 'Physician order PDF',
  structured_physician_order: 'Structured physician order',
};
const buttons = {
  accepted: 'Accept',
  rejected: 'Reject',
  failed: 'Fail',
  abandoned: 'Abandon',
  superseded: 'Supersede',
  invalidated: 'Invalidate',
  available: 'Artifact available',
};

export const documents = liveList(document.querySelector('#documents'), {
  keyOf: ({ id }) => id,
  draw({ kind, status, test_type, signer_name, safe_reason_code, api_key_prefix, outcomes, lever }) {
    const name = `${kinds[kind]} for ${test_type}, signed by ${signer_name}`;
    return element(
      'li',
      { 'aria-label': name },
      element(
        'div',
        { class: 'head' },
        element('h3', {}, name),
        element('span', { class: `chip ${status}` }, status),
      ),
      element('p', { class: 'quiet' }, [api_key_prefix, safe_reason_code].filter(Boolean).join(' · ')),
      element(
        'div',
        { class: 'moves' },
        outcomes.map((outcome) =>
          element(
            'button',
            {
              type: 'button',
              class: ['accepted', 'available'].includes(outcome) && 'onward',
              onclick: () =>
                pull(`${buttons[outcome]}: done.`, 'POST', lever.slice('/sandbox'.length), {
                  status: outcome,
                }),
            },
            buttons[outcome],
          ),
        ),
      ),
    );
  },
});
