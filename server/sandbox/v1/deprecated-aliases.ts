/** The deprecated camelCase forms of cancel and reschedule fields: taken alone, refused beside their snake_case form (Appointments 2; Versioning; APT-45, VER-08, GAP-113, GAP-114). */
import { z } from 'zod';
import { type Refusal, refuse } from '../engine/refusal.ts';

const aliases: Record<string, string> = {
  confirmWithin24HourPenalty: 'confirm_within_24_hour_penalty',
  newRequestedDate: 'new_requested_date',
  alternateAvailabilities: 'alternate_availabilities',
};

export function withAliases<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((body, context) => {
    if (!isRecord(body)) return body;
    for (const [alias, canonical] of bothForms(body))
      context.addIssue({ code: 'custom', path: [alias], message: `stands beside ${canonical}` });
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [aliases[name] ?? name, value]));
  }, schema);
}

export function refuseBothForms(_error: z.ZodError, body: unknown): Refusal | undefined {
  const [both] = isRecord(body) ? bothForms(body) : [];
  return both && refuse(400, 'SANDBOX_ALIAS_CONFLICT', `${both.join(' and ')} were sent together.`);
}

function bothForms(body: Record<string, unknown>): [string, string][] {
  return Object.entries(aliases).filter(([alias, canonical]) => alias in body && canonical in body);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
