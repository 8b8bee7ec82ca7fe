/** A whole booking by the client without a user interface. The customer takes the first choice at each step. */
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { BookingClient } from '../../widget/client/public-types.ts';
import { at, pickTimes, prescreenAnswers, profile, questionnaireAnswers, signConsent } from './booking.ts';
import { origin } from './full-api-server.ts';

/** Chooses the first place near New York with enough times. */
async function chooseTimes({ journey }: BookingClient): Promise<JourneyView> {
  const view = await journey.load({ test_types: ['DEXA'], near: { zip: '10002' } });
  for (const { tests } of at(view, 'place').results?.within_radius ?? []) {
    const [test] = tests;
    if (!test) continue;
    const { catalog_id, offering_id } = test;
    await journey.answer('place', { choose: { catalog_id, offering_id } });
    const timed = await journey.answer('product', { accept: true });
    if ((at(timed, 'times').dates ?? []).flatMap(({ times }) => times).length >= 6) return timed;
    await journey.revisit('place');
  }
  throw new Error('no place has times');
}

/** Books DEXA up to the request. @throws BookingError as the client's methods: what a page would show */
export async function bookWith(client: BookingClient): Promise<JourneyView> {
  const { journey } = client;
  await journey.answer('times', pickTimes(await chooseTimes(client)));
  await journey.answer('identity', profile);
  let view = await journey.untilReady();
  view = await journey.answer('consent', signConsent(view));
  view = await journey.untilReady();
  if (view.shows.step === 'prescreen') await journey.answer('prescreen', prescreenAnswers(view));
  await journey.untilReady();
  await journey.answer('review', { return_url: `${origin}/book` });
  view = await journey.untilReady();
  if (view.shows.step === 'questionnaire') await journey.answer('questionnaire', questionnaireAnswers(view));
  return journey.untilReady();
}
