/** Validates path parameters, queries and bodies (Errors; ERR-10, GAP-16, GAP-37, GAP-111). */
import type { z } from 'zod';
import { uuid } from '../../contract/upstream-api/envelope.ts';
import { testType, testTypes } from '../../contract/upstream-api/test-types.ts';
import { ApiError } from './api-error.ts';

/** Formats the issues as `path: message`. */
export function issueTexts(error: z.ZodError): string[] {
  return error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '));
}

/** Creates the plain 400, with one text for each issue in `error.details`. */
export function invalidRequest(error: z.ZodError): ApiError {
  const details = issueTexts(error);
  return new ApiError(400, `The request is not valid: ${details.join('; ')}`, details);
}

/** Parses a value. Unknown fields are an error if `strict`, and are dropped otherwise (GAP-111). */
export function validate<T>(schema: z.ZodType<T>, value: unknown, strict: boolean): z.ZodSafeParseResult<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success || strict) return parsed;
  const known = structuredClone(value);
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), known);
    for (const key of issue.keys) Reflect.deleteProperty(Object(holder), key);
  }
  return schema.safeParse(known);
}

/** Chooses the schema of a path parameter: `testType` is a test type, all others are UUIDs. */
export function paramSchema(name: string): z.ZodType {
  return name === 'testType' ? testType : uuid;
}

/**
 * Checks the parameters of a path: `testType` is a test type, every other one a UUID.
 * @throws ApiError 400 if one is malformed
 */
export function checkParams(params: Record<string, string>): void {
  const malformed = Object.entries(params)
    .filter(([name, value]) => !paramSchema(name).safeParse(value).success)
    .map(([name]) => name);
  if (malformed.includes('testType'))
    throw new ApiError(400, `The test type is none of ${testTypes.join(', ')}.`);
  if (malformed.length > 0)
    throw new ApiError(
      400,
      'A path value is malformed.',
      malformed.map((name) => `${name} must be a UUID`),
    );
}
