/** Leaves for the partner's payment page. */
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { type Emit, emit } from '../core/public-events.ts';
import { parseUrl } from '../session/parse-url.ts';
import type { JourneyEvents } from './public-events.ts';

/**
 * Fires `dx-payment`, and leaves for the partner's payment page unless the page prevents the event. From a frame it
 * opens at the top: payment pages refuse frames. Does nothing at another step than `review`.
 * @param url relative to the page; any address but http(s) is ignored
 */
export function leaveTo(target: Element, { journey_id, shows }: JourneyView, url: string): void {
  const to = parseUrl(url, document.baseURI);
  if (shows.step !== 'review' || to === null || !/^https?:$/.test(to.protocol)) return;
  const { amount, currency } = shows.total;
  const fire: Emit<JourneyEvents> = emit;
  if (!fire(target, 'dx-payment', { journey_id, amount, currency, url: to.href }, true)) return;
  if (window.top === window.self) location.assign(to);
  else window.open(to, '_top');
}
