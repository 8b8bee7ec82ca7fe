/** Invented times over a change of clocks, at a place that is five and then six hours behind UTC. */
import type { TimesShows } from '../../../server/contract/journey-api/views.ts';
import { placeView } from './places.ts';

const clocks = [
  '08:00',
  '08:30',
  '09:30',
  '10:15',
  '11:00',
  '12:30',
  '13:00',
  '14:45',
  '16:00',
  '17:30',
  '18:15',
];

const day = (date: string, offset: string, some = clocks) => ({
  date,
  times: some.map((clock) => `${date}T${clock}:00${offset}`),
});

export const manyDays: TimesShows = {
  step: 'times',
  place: placeView(),
  dates: [
    day('2026-10-30', '-05:00'),
    day('2026-10-31', '-05:00', ['09:00', '09:30']),
    day('2026-11-02', '-06:00'),
    day('2026-11-03', '-06:00', ['07:15']),
    ...['04', '05', '06', '09', '10', '11', '12', '13'].map((date) => day(`2026-11-${date}`, '-06:00')),
  ],
  timezone: 'America/Chicago',
  chosen: null,
  taken: null,
  sends_request: false,
};

export const someChosen: TimesShows = {
  ...manyDays,
  chosen: {
    primary: '2026-10-30T09:30:00-05:00',
    alternates: ['2026-10-30T13:00:00-05:00', '2026-11-02T08:00:00-06:00', '2026-11-02T16:00:00-06:00'],
  },
};

/** After the clinic has declined the requested times. */
export const declinedTimes: TimesShows = {
  ...manyDays,
  taken: { lost: ['2026-10-30T07:30:00-05:00', '2026-10-30T13:00:00-05:00'], kept: [] },
  sends_request: true,
};

/** After a chosen time was taken, with everything else paid and done. */
export const oneTaken: TimesShows = {
  ...manyDays,
  taken: {
    lost: ['2026-10-30T07:30:00-05:00'],
    kept: ['2026-10-30T13:00:00-05:00', '2026-11-02T08:00:00-06:00'],
  },
  sends_request: true,
};
