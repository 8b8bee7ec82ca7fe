/** The customer's profile: one identity upstream, created or updated under the partner's own id (Flow 2; IDN-02..IDN-15). */
import { isDeepStrictEqual } from 'node:util';
import type { KnownProfile } from '../../contract/journey-api/answers.ts';
import { identity as identityAnswer } from '../../contract/upstream-api/identity.ts';
import { actionFor } from '../../upstream/actions.ts';
import { type Journey, notice } from '../journey-state.ts';
import { prefillOf } from '../prefill.ts';
import { identityProfile, refusedFields } from '../profile-fields.ts';
import { askSupport } from '../refusals.ts';
import type { AnsweredStep, StepDeps } from '../step.ts';

/** Confirms the stored identity by reading it: an unchanged profile needs no second write (IDN-12, IDN-14). */
async function isStillKnown(journey: Journey, deps: StepDeps): Promise<boolean> {
  if (!journey.identityId) return false;
  const known = await deps.reads.identity(journey.identityId);
  return known.customer_identity_id === journey.identityId;
}

/** The step `identity`: the customer enters the profile. */
export const identity: AnsweredStep<'identity', KnownProfile | null> = {
  name: 'identity',
  done: (journey) => journey.identityId !== null,
  read: async ({ profile, customerId, earlierProfile }, { askProfile }) =>
    profile ?? prefillOf(await askProfile(customerId), earlierProfile),
  present: ({ asksBodyMeasures }, profile) => ({
    step: 'identity',
    profile,
    asks_body_measures: asksBodyMeasures,
  }),
  async answer(journey, profile, deps) {
    const unchanged = isDeepStrictEqual(profile, journey.profile);
    if (unchanged && (await isStillKnown(journey, deps))) return { journey };
    return {
      journey: { ...journey, profile, prescreen: unchanged ? journey.prescreen : null },
      write: { kind: 'identity.save', params: {}, body: identityProfile(journey.customerId, profile) },
      at: 'identity',
    };
  },
  onCompleted: {
    'identity.save': {
      answered(journey, data) {
        const { customer_identity_id: identityId } = identityAnswer.parse(data);
        const sameCustomer =
          journey.consent === null || journey.identityId === null || journey.identityId === identityId;
        return { journey: { ...journey, identityId, consent: sameCustomer ? journey.consent : null } };
      },
      refused(journey, refusal) {
        const action = actionFor(refusal);
        if (action !== 'correct_profile' && action !== 'correct') return askSupport(journey, refusal);
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
