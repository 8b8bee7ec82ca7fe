/**
 * A look: the first step of a booking that its customer has not begun. A look is a {@link JourneyView} whose `is_stored`
 * is false, and the server keeps nothing of it. A page gets one in two ways.
 *
 * - For its user: the response of POST /first-view or POST /journeys, if the user has no current booking. It holds what
 *   is known of the user: `known_zip` and `previous`.
 * - For nobody: a {@link PublicLook} in the HTML of the page, before the page has said who its user is. It holds nothing
 *   of a user, so the HTML may be the same for all, and its `journey_id` is empty. The page opens the booking before it
 *   sends an answer or a draft. The element takes a PublicLook in its property `look`, which has to be set before the
 *   element starts.
 *
 * The page sends what it asked for as `opening` with each request about a look.
 *
 * - POST and PUT /journeys/{id} and POST /journeys/{id}/revisit then store the booking under the id and the revision of
 *   the look, and take the answer or the draft. From then on they are as for any booking: `opening` changes nothing, so a page can repeat a request.
 * - If the customer has a current booking, it is used in place of the look if it has the same revision. Otherwise the
 *   answer is refused with 409 `journey_moved`, and the draft is not kept. The page then opens the booking.
 * - POST /journeys/{id}/previews stores nothing.
 * - Every other request, such as GET /journeys/{id}, finds nothing. The page opens the booking again to read it: the new
 *   look has another id. A look can be begun for 24 hours.
 */
import { z } from 'zod';
import { openJourney } from './answers.ts';
import { journeyView } from './views.ts';

/** The first step of a booking for a page that does not know its user yet. */
const publicLook = z.object({
  asked: openJourney.describe('What it shows. A page that asks for something else does not use it.'),
  view: journeyView,
});
export type PublicLook = z.infer<typeof publicLook>;
