/** The choice of another time: a day, then an hour of it. */
import { element } from './element.js';
import { dayOf } from './times.js';

const partsOfDay = ['Morning', 'Afternoon', 'Evening'];

/** `offered` are the times to choose from, as strings that are never rebuilt; `choose` gets one of them in the place of `instead`. */
export function chooseTime({ title, offered, instead, times, choose, back }) {
  const days = Map.groupBy(offered, (time) => time.slice(0, 10));
  const hours = element('div', { class: 'hours', 'aria-live': 'polite' });

  const showDay = (day) => {
    const ofDay = Map.groupBy(days.get(day), times.part);
    hours.replaceChildren(
      element('h2', {}, dayOf(day).name),
      ...partsOfDay
        .filter((part) => ofDay.has(part))
        .map((part) =>
          element(
            'div',
            { role: 'group', 'aria-label': part },
            element('h3', {}, part),
            element(
              'div',
              { class: 'grid' },
              ofDay.get(part).map((time) =>
                element(
                  'button',
                  {
                    type: 'button',
                    'aria-label': times.whole(time),
                    'aria-current': time === instead ? 'true' : null,
                    onclick: () => choose(time),
                  },
                  times.clock(time),
                ),
              ),
            ),
          ),
        ),
    );
  };

  const day = instead.slice(0, 10);
  const first = days.has(day) ? day : days.keys().next().value;
  showDay(first);
  return [
    element('h1', { tabindex: -1 }, title),
    element('p', { class: 'quiet' }, `All times are at the test location, in ${times.zone()}.`),
    element(
      'fieldset',
      { class: 'days' },
      element('legend', { class: 'visually-hidden' }, 'Day'),
      [...days.keys()].map((day) => {
        const { name, weekday, short } = dayOf(day);
        return element(
          'label',
          { class: 'day' },
          element('input', {
            type: 'radio',
            name: 'day',
            value: day,
            'aria-label': name,
            checked: day === first,
            onchange: () => showDay(day),
          }),
          element('span', { 'aria-hidden': 'true' }, element('small', {}, weekday), short),
        );
      }),
    ),
    hours,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'button', class: 'plain', onclick: back }, 'Keep my times'),
    ),
  ];
}
