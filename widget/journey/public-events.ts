/** What the partner's page hears: opaque ids, step names and codes, never what a customer typed. */

import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { parseUrl } from '../session/parse-url.ts';

export interface PublicEvents {
  'dx-step': { journey_id: string; step: StepName };
  'dx-sent': { journey_id: string; appointment_id: string };
  'dx-blocked': { journey_id: string; appointment_id: string };
  'dx-payment': { journey_id: string };
}

/** True unless the page prevented what would follow. */
export function emit<E extends keyof PublicEvents>(
  target: Element,
  type: E,
  detail: PublicEvents[E],
): boolean {
  const cancelable = type === 'dx-payment';
  return target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
}

export function emitStep(target: Element, { journey_id, shows }: JourneyView): void {
  emit(target, 'dx-step', { journey_id, step: shows.step });
  if (shows.step !== 'sent' && shows.step !== 'blocked') return;
  emit(target, `dx-${shows.step}`, { journey_id, appointment_id: shows.appointment_id });
}

/** To the partner's own payment page, and only to a web page: what the server says is still data. */
export function leaveTo(target: Element, journey_id: string, url: string): void {
  const to = parseUrl(url, document.baseURI);
  if (to === null || !/^https?:$/.test(to.protocol)) return;
  if (emit(target, 'dx-payment', { journey_id })) location.assign(to);
}
