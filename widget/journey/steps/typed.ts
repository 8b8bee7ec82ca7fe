/** Reads members of a draft, which can have any shape. A member of another type counts as empty. */
import type { Draft } from '../../../server/contract/journey-api/answers.ts';

/** @returns the text of a member, or '' */
export function textOf(draft: Draft | null, key: string): string {
  const value = draft?.[key];
  return typeof value === 'string' ? value : '';
}
