/** The words for a request and an appointment that the booking and the appointments share. */
import type { PartnerTerms } from '../../server/contract/partner-terms.ts';
import type { Cancellation, Confirmation } from '../../server/contract/visit.ts';
import { visit as say } from '../texts/english.ts';

/** Names who canceled what. Nobody is named unless the server does. */
export function canceledWords({ by, of }: Pick<Cancellation, 'by' | 'of'>): string {
  const isRequest = of === 'request';
  if (by === 'clinic') return say(isRequest ? 'clinicCanceledRequest' : 'clinicCanceled');
  if (by === 'customer') return say(isRequest ? 'youCanceledRequest' : 'youCanceled');
  return say(isRequest ? 'canceledRequest' : 'canceled');
}

/** Says how long clinics usually take to confirm; null if the partner has not said. */
export function usualWords({ usual_hours: hours }: Confirmation): string | null {
  if (hours === null) return null;
  return hours >= 24 && hours % 24 === 0
    ? say('usualDays', { count: hours / 24 })
    : say('usualHours', { count: hours });
}

/** Describes the event in the customer's calendar. It does not name the test. */
export function calendarText(reference: string, { contact }: PartnerTerms, hasPreparation: boolean): string {
  const { phone } = contact;
  return [
    say('calendarReference', { reference }),
    ...(phone === null ? [] : [say('calendarCall', { phone })]),
    ...(hasPreparation ? [say('calendarPrepare')] : []),
  ].join('\n');
}
