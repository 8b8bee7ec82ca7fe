/** The deprecated camelCase names of cancel and reschedule fields (Appointments 2; Versioning; APT-45, VER-08, GAP-113, GAP-114). */
import { z } from 'zod';
import { ApiError, codedError } from '../engine/api-error.ts';
import { invalidRequest } from '../engine/validation.ts';
import type { Settings } from '../settings.ts';

const aliases: Record<string, string> = {
  confirmWithin24HourPenalty: 'confirm_within_24_hour_penalty',
  newRequestedDate: 'new_requested_date',
  alternateAvailabilities: 'alternate_availabilities',
};

/**
 * Makes the schema of the body with both names of each field. No field is required, since the other name may be
 * present.
 */
export function withAliases(schema: z.ZodObject): z.ZodType<Record<string, unknown>> {
  const { shape } = schema.partial();
  const deprecated = Object.entries(aliases).flatMap(([alias, canonical]) => {
    const field = shape[canonical];
    return field === undefined ? [] : [[alias, field.meta({ deprecated: true })] as const];
  });
  return z.strictObject({ ...shape, ...Object.fromEntries(deprecated) });
}

/**
 * Converts a body to the canonical names and parses it.
 * @throws ApiError 400 if a field has both names, or a deprecated name while the setting rejects them, or is invalid
 */
export function canonicalForm<T>(
  schema: z.ZodType<T>,
  body: Record<string, unknown>,
  { aliases_accepted }: Settings,
): T {
  const sent = Object.entries(aliases).filter(([alias]) => alias in body);
  const both = sent.find(([, canonical]) => canonical in body);
  if (both !== undefined)
    throw codedError(400, 'SANDBOX_ALIAS_CONFLICT', `${both.join(' and ')} were sent together.`);
  if (!aliases_accepted && sent.length > 0)
    throw new ApiError(
      400,
      'Deprecated names are taken no more.',
      sent.map(([alias, canonical]) => `${alias}: is now ${canonical}`),
    );
  const request = schema.safeParse(
    Object.fromEntries(Object.entries(body).map(([name, value]) => [aliases[name] ?? name, value])),
  );
  if (!request.success) throw invalidRequest(request.error);
  return request.data;
}
