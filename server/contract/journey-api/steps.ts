/**
 * The journey wire, between `<dx-booking>` and the partner's server. The server owns the journey; the page receives a
 * view and sends an answer. Every call carries a widget token and its proof (token-api.ts); every refusal is a Problem.
 *
 * server-api/journey-operations.ts lists the requests. A browser sends a preflight for each address, so a request names
 * its step in its body. The first request of a page may be POST /first-view (first-view-api.ts).
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
