/** Each type of the client takes what the server's contract infers, and the other way round. */

import type * as client from '@dx-booking/widget/client';
import type * as appointments from '#contract/appointments-api.ts';
import type * as answers from '#contract/journey-api/answers.ts';
import type * as views from '#contract/journey-api/views.ts';

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type AllTrue<Checks extends true[]> = Checks;

export type Client = AllTrue<
  [
    Same<client.JourneyView, views.JourneyView>,
    Same<client.OpenJourney, answers.OpenJourney>,
    Same<client.Answers, answers.Answers>,
    Same<client.Draft, answers.Draft>,
    Same<client.AppointmentView, appointments.AppointmentView>,
    Same<client.AvailabilityView, appointments.AvailabilityView>,
    Same<client.CancelAnswer, appointments.CancelAnswer>,
    Same<client.RescheduleAnswer, appointments.RescheduleAnswer>,
  ]
>;
// @ts-expect-error: a member that differs is seen
export type Wrong = AllTrue<[Same<client.JourneyView, views.JourneyView & { revision: string }>]>;
