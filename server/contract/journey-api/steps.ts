/**
 * The journey wire, between `<dx-booking>` and the partner's server. The server owns the journey; the page receives a
 * view and sends an answer. Every call carries a widget token and its proof (token-api.ts); every refusal is a Problem.
 *
 * POST /journeys                       OpenJourney          -> 200 the customer's current journey, or 201 a new one
 * GET  /journeys/{id}                                       -> JourneyView
 * POST /journeys/{id}                  StepAnswer           -> JourneyView     If-Match: "<revision>"
 * PUT  /journeys/{id}                  KeptDraft            -> 204             what is typed but not yet sent
 * POST /journeys/{id}/previews         PreviewsRequest      -> OfferingPreviews    of places that the last search found
 * POST /journeys/{id}/revisit          Revisit              -> JourneyView     If-Match: "<revision>"
 * POST /journeys/{id}/retry                                 -> JourneyView     resends a stalled write, unchanged
 * PUT  /journeys/{id}/document         application/pdf      -> 201 UploadedDocument  the signed consent, at most 20 MiB
 *
 * A browser sends a preflight for each address, so a request names its step in its body. Pages of the version before
 * still use POST /journeys/{id}/answers/{step}, PUT /journeys/{id}/drafts/{step} and
 * GET /journeys/{id}/previews/{offerings}. The first request of a page may be POST /first-view (first-view-api.ts).
 */

/**
 * In the order in which the customer meets them. The customer waits at `order` and `schedule`; `sent` and `blocked` end
 * the journey.
 */
export const stepNames = [
  'place',
  'product',
  'times',
  'identity',
  'document',
  'consent',
  'prescreen',
  'review',
  'order',
  'questionnaire',
  'schedule',
  'sent',
  'blocked',
] as const;
/** The name of a step; the same in the server, on the wire and in the widget. */
export type StepName = (typeof stepNames)[number];
