/** Prices and next times of offerings: they load after the list of clinics. */
import type {
  JourneyView,
  OfferingPreview,
  OfferingPreviews,
} from '../../server/contract/journey-api/views.ts';
import type { Json } from '../session/reply.ts';
import { requestJson } from '../session/request.ts';
import type { Journey } from './journey.ts';

const readTimeoutMs = 15_000;

/** The ids of at most 10 offerings, and what takes their previews. */
export interface AskedPreviews {
  offerings: string[];
  received: (found: readonly OfferingPreview[]) => void;
}

const isPreviews = (body: Json | null): body is Json & OfferingPreviews => Array.isArray(body?.previews);

/**
 * Reads the previews of offerings that the last search of a journey found. Calls `received` once: with an empty list if
 * the request fails.
 */
export function readPreviews(journey: Journey, { offerings, received }: AskedPreviews): void {
  const read = ({ journey_id: id }: JourneyView) =>
    requestJson(journey.session, isPreviews, {
      method: 'POST',
      path: `/journeys/${id}/previews`,
      body: { offerings, ...journey.beginning },
      timeoutMs: readTimeoutMs,
    });
  journey
    .own()
    .then(read)
    .then(
      ({ previews }) => received(previews),
      () => received([]),
    );
}
