/** Reads members of a draft that hold several values. The first step has none, so that it loads without these. */
import type { Draft } from '../../../server/contract/journey-api/answers.ts';

/** @returns the object of a member, or {} */
export function recordOf(draft: Draft | null, key: string): Draft {
  const value = draft?.[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Draft) : {};
}

/** @returns the texts of a list, or [] */
export function textsOf(draft: Draft | null, key: string): string[] {
  const value = draft?.[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** @returns the members of an object that are true or false */
export function booleansOf(draft: Draft | null, key: string): Record<string, boolean> {
  const entries = Object.entries(recordOf(draft, key));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );
}
