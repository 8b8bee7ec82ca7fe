/** The customer's profile: one identity upstream, created or updated under the partner's own id (Flow 2; IDN-02..IDN-15). */
import { isDeepStrictEqual } from 'node:util';
import type { KnownProfile } from '../../../contract/journey-api/answers.ts';
import type { FieldProblem } from '../../../contract/problem.ts';
import { ageOn, dayAtLocation } from '../../../core/calendar-day.ts';
import { Problem } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import type { Assumptions } from '../../../upstream/assumptions/assumptions.ts';
import { identityOf } from '../../../upstream/orders/customer.ts';
import { identity as identityResponse } from '../../../upstream/orders/responses.ts';
import { type Journey, notice } from '../journey-state.ts';
import { prefillOf } from '../prefill.ts';
import { refusedFields } from '../profile-fields.ts';
import { askSupport } from '../refusals.ts';
import type { AnsweredStep, StepDeps } from '../step.ts';

/** Confirms the stored identity by reading it: an unchanged profile needs no second write (IDN-12, IDN-14). */
async function isStillKnown(journey: Journey, deps: StepDeps): Promise<boolean> {
  if (!journey.identityId) return false;
  const known = await deps.reads.identity(journey.identityId);
  return known.customer_identity_id === journey.identityId;
}

/** The data of the view beside the journey. */
interface ReadIdentity {
  profile: KnownProfile | null;
  ages: (AgeRange & { day: string }) | null;
}

/** The ages that the test is for, and the day at the location. */
function agesOf({ chosen, times }: Journey, { assumptions, now }: StepDeps): ReadIdentity['ages'] {
  const range = agesFor(chosen?.test_type ?? '', assumptions);
  return range && { ...range, day: dayAtLocation(now(), times?.primary) };
}

/** The step `identity`: the customer enters the profile. */
export const identity: AnsweredStep<'identity', ReadIdentity> = {
  name: 'identity',
  done: (journey) => journey.identityId !== null,
  async read(journey, deps) {
    const { profile, customerId, earlierProfile } = journey;
    return {
      profile: profile ?? prefillOf(await deps.askProfile({ subject: customerId }), earlierProfile),
      ages: agesOf(journey, deps),
    };
  },
  present: ({ asksBodyMeasures }, { profile, ages }) => ({
    step: 'identity',
    profile,
    asks_body_measures: asksBodyMeasures,
    ...(ages ? { ages } : {}),
  }),
  async answer(journey, profile, deps) {
    const ages = agesOf(journey, deps);
    const wrong = ages && wrongAge(profile.date_of_birth, ages, ages.day);
    if (wrong) throw new Problem('invalid_fields', { title: wrong.message, fields: [wrong] });
    if (await deps.lostBookings.mayHaveBooked(journey, profile.email))
      return { journey: { ...journey, profile, notice: notice('support_needed') }, at: 'identity' };
    const unchanged = isDeepStrictEqual(profile, journey.profile);
    if (unchanged && (await isStillKnown(journey, deps))) return { journey };
    return {
      journey: { ...journey, profile, prescreen: unchanged ? journey.prescreen : null },
      write: { kind: 'identity.save', params: {}, body: identityOf(journey.customerId, profile) },
      at: 'identity',
    };
  },
  onCompleted: {
    'identity.save': {
      answered(journey, data) {
        const { customer_identity_id: identityId } = identityResponse.needed.parse(data);
        const isOther = journey.identityId !== null && journey.identityId !== identityId;
        // A consent is one customer's: another identity has not given it.
        const former = isOther ? { consent: null, evidence: null, partnerAsked: false } : {};
        return { journey: { ...journey, ...former, identityId } };
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

/** The ages that a test is for, in whole years, both included; null for an open end (QST-19, GAP-96). */
interface AgeRange {
  min: number | null;
  max: number | null;
}

/** Reads the range of a test from the entry `eligibility.ages`. @returns null if the test is for any age */
export function agesFor(testType: string, { values }: Assumptions): AgeRange | null {
  for (const entry of values.eligibility.ages) {
    const [, type, min, max] = /^(\w+) (\d*)-(\d*)$/.exec(entry) ?? [];
    if (type !== testType) continue;
    const range = { min: min ? Number(min) : null, max: max ? Number(max) : null };
    return range.min === null && range.max === null ? null : range;
  }
  return null;
}

/** Checks a date of birth against a range on a day, both as YYYY-MM-DD. @returns null if it is in it */
export function wrongAge(dateOfBirth: string, range: AgeRange, day: string): FieldProblem | null {
  const years = ageOn(dateOfBirth, day);
  const path = 'date_of_birth';
  if (range.min !== null && years < range.min)
    return { path, message: `This test is for people aged ${range.min} and over.`, code: 'too_young' };
  if (range.max !== null && years > range.max)
    return { path, message: `This test is for people aged up to ${range.max}.`, code: 'too_old' };
  return null;
}
