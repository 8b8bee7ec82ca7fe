/** Opening the booking: the customer's current journey, or a new one under the configuration read for it (CFG-02, CFG-18, CFG-30). */
import type { OpenJourney } from '../contract/journey-api/answers.ts';
import type { Session } from '../contract/token-api.ts';
import { testTypes } from '../contract/upstream-api/test-types.ts';
import { Problem } from '../errors.ts';
import type { Log } from '../observability/log.ts';
import { type Journey, newJourney } from './journey.ts';
import type { Journeys } from './journeys.ts';
import type { ReadProvisioning } from './provisioning.ts';
import type { Needs } from './step.ts';
import { review } from './steps/review.ts';
import type { Transitions } from './transitions.ts';
import { canStartOver } from './view.ts';

interface Parts {
  journeys: Journeys;
  turns: Transitions;
  needs: Needs;
  provisioning: ReadProvisioning;
  log: Log;
}

export function createOpenJourney({ journeys, turns, needs, provisioning, log }: Parts) {
  const create = async (
    session: Session,
    asked: OpenJourney,
    openConsentSession: string | null = null,
  ): Promise<{ journey: Journey; isNew: boolean }> => {
    const configuration = await provisioning();
    const offered = asked.test_types ?? [...testTypes];
    const journey: Journey = {
      ...newJourney(session.subject, session.origin, configuration, offered, asked.alternates ?? true),
      openConsentSession,
    };
    if (await journeys.insert(journey)) {
      log('journey.opened', { journey_id: journey.id });
      return { journey, isNew: true };
    }
    // Another tab was first: its journey is this customer's journey (IDEM-12).
    const first = await journeys.current(session.subject);
    if (!first) throw new Problem('journey_moved');
    return { journey: first, isNew: false };
  };

  /** A payment that was begun may have arrived: then the order is owed, and the journey goes on. */
  async function paidMeanwhile(journey: Journey): Promise<Journey | null> {
    if (journey.payment?.state !== 'begun') return null;
    const turn = await review.answer(
      { ...journey, notice: null },
      { return_url: `${journey.origin}/` },
      needs,
      { ip: '', userAgent: '' },
    );
    return turn.journey.payment?.state === 'paid' ? turns.take(turn, journey) : null;
  }

  return async (session: Session, asked: OpenJourney): Promise<{ journey: Journey; isNew: boolean }> => {
    const current = await journeys.current(session.subject);
    if (!current) return create(session, asked);
    if (!asked.start_over) return { journey: current, isNew: false };
    if (!canStartOver(current)) {
      throw new Problem('journey_has_order');
    }
    const paid = await paidMeanwhile(current);
    if (paid) return { journey: paid, isNew: false };
    await turns.take({ journey: { ...current, state: 'left', notice: null }, at: current.step }, current);
    if (current.uploaded) await needs.evidence.documents.discard(current.uploaded.id);
    // What is open at the service stays open there, whichever journey made it (GAP-26).
    return create(session, asked, current.openConsentSession);
  };
}
