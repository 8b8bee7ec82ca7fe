/** Prefills the customer's profile with what the partner knows, and with the customer's last booking. */
import type { KnownProfile, Profile } from '../../contract/journey-api/answers.ts';

/** Values of these name a person. */
const personal = ['first_name', 'last_name', 'date_of_birth', 'sex'] as const;

/**
 * Joins what the partner knows and the profile of the last booking without its weight. The partner's values win. If the
 * partner names another person than the last booking, only the partner's values are used.
 * @returns null if nothing is known
 */
export function prefillOf(partner: KnownProfile | null, earlier: Profile | null): KnownProfile | null {
  const { address, ...values } = partner ?? {};
  const known: KnownProfile = defined(values);
  const home = defined(address ?? {});
  if (Object.keys(home).length > 0) known.address = home;
  const isSame = (name: (typeof personal)[number]) =>
    known[name] === undefined || known[name].toLowerCase() === earlier?.[name].toLowerCase();
  if (earlier && personal.every(isSame)) {
    // A weight changes, and it decides about some tests.
    const { weight_pounds: _, ...rest } = earlier;
    return { ...rest, ...known };
  }
  return Object.keys(known).length > 0 ? known : null;
}

const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
