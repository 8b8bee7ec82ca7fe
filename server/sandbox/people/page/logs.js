/** What went on: events with their deliveries, and the journal of requests, newest first. */
import { element } from '../../hosted/page/element.js';
import { pull } from './control.js';
import { liveList } from './live-list.js';

const newest = 100;
const clockTime = (at) => at.slice(11, 19);
/** Enough of an id to know it again. */
const shortened = (text) => text.replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…');

const drawEvents = liveList(document.querySelector('#events'), {
  keyOf: ({ id }) => id,
  draw: ({ id, type, occurred_at, subject_id, sequence, attempts }) =>
    element(
      'li',
      {},
      element(
        'span',
        {},
        element('code', {}, type),
        element('small', {}, `${clockTime(occurred_at)} · no. ${sequence} of ${shortened(subject_id)}`),
        attempts.map(({ attempt, at, status, outcome }) =>
          element(
            'small',
            { class: outcome },
            `${clockTime(at)} attempt ${attempt}: ${status ?? 'no answer'}, ${outcome}`,
          ),
        ),
        attempts.length === 0 && element('small', {}, 'not sent: no endpoint has it due'),
      ),
      element(
        'button',
        {
          type: 'button',
          'aria-label': `Redeliver ${type} of ${clockTime(occurred_at)}`,
          onclick: () => pull('Sent once more.', 'POST', '/webhook-deliveries/redeliver', { event_id: id }),
        },
        'Redeliver',
      ),
    ),
});

export function events(all, deliveries) {
  const byEvent = Map.groupBy(deliveries, ({ event_id }) => event_id);
  drawEvents(
    all
      .slice(-newest)
      .reverse()
      .map((event) => ({ ...event, attempts: byEvent.get(event.id) ?? [] })),
  );
}

const drawRequests = liveList(document.querySelector('#requests'), {
  keyOf: ({ n }) => n,
  draw: ({ n, at, method, path, query, status, api_key_prefix }) =>
    element(
      'li',
      { class: status === null || status >= 400 ? 'refused' : undefined },
      element('strong', {}, status ?? 'cut'),
      element(
        'span',
        {},
        element('code', { title: path }, shortened(`${method} ${path}${query && `?${query}`}`)),
        element('small', {}, [`no. ${n}`, clockTime(at), api_key_prefix].filter(Boolean).join(' · ')),
      ),
    ),
});

export function requests(all) {
  drawRequests(all.slice(-newest).reverse());
}
