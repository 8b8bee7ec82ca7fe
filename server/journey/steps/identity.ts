/** Who the customer is: one identity upstream, created or updated by the partner's own id (Flow 2; IDN-02..IDN-15). */
import { isDeepStrictEqual } from 'node:util';
import { identity as identityAnswer } from '../../contract/upstream-api/identity.ts';
import { type Journey, notice } from '../journey-state.ts';
import { identityProfile, refusedFields } from '../profile-fields.ts';
import { askSupport } from '../refused.ts';
import type { AnsweredStep, Needs } from '../step.ts';

/** An unchanged profile needs no second write; the stored identity is confirmed by reading it (IDN-12, IDN-14). */
async function stillKnown(journey: Journey, needs: Needs): Promise<boolean> {
  if (!journey.identityId) return false;
  const known = await needs.reads.identity(journey.identityId);
  return known.customer_identity_id === journey.identityId;
}

export const identity: AnsweredStep<'identity'> = {
  name: 'identity',
  done: (journey) => journey.identityId !== null,
  async shows(journey) {
    return { step: 'identity', profile: journey.profile, asks_body_measures: journey.asksBodyMeasures };
  },
  async answer(journey, profile, needs) {
    const unchanged = isDeepStrictEqual(profile, journey.profile);
    if (unchanged && (await stillKnown(journey, needs))) return { journey };
    return {
      journey: { ...journey, profile, prescreen: unchanged ? journey.prescreen : null },
      write: { kind: 'identity.save', params: {}, body: identityProfile(journey.customerId, profile) },
      at: 'identity',
    };
  },
  settles: {
    'identity.save': {
      answered(journey, data) {
        const { customer_identity_id: identityId } = identityAnswer.parse(data);
        const sameCustomer =
          journey.consent === null || journey.identityId === null || journey.identityId === identityId;
        return { journey: { ...journey, identityId, consent: sameCustomer ? journey.consent : null } };
      },
      refused(journey, refusal) {
        if (refusal.action !== 'correct_profile' && refusal.action !== 'correct')
          return askSupport(journey, refusal);
        const fields = refusedFields(refusal.details);
        return {
          journey: {
            ...journey,
            identityId: null,
            notice: notice('correct_profile', fields, refusal.requestId),
          },
          at: 'identity',
        };
      },
    },
  },
};
