/**
 * Describes values, errors and schema issues for the report of a certification, without secrets, ids and addresses.
 */
import { ZodError } from 'zod';
import { UpstreamError } from '../../../core/errors.ts';
import { describeError } from '../../../core/observability/describe-error.ts';

const textAtMost = 80;
const partsAtMost = 6;

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
/** Addresses, e-mail addresses, and words that are too long or too mixed for a name: they may be tokens. */
const isPrivate = (text: string) =>
  /:\/\/|@/.test(text) || text.split(/\s+/).some((word) => word.length > 30 || /\d[\w+/=-]{11,}/.test(word));

/** Names the type of a value: `null`, `a number`, `a text`. */
export function typeInWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return `a ${typeof value}`;
  return value.trim() === '' ? 'a blank text' : 'a text';
}

/**
 * Shows a value of a form or a template: a word, a number or the start of a text. Of an id, a time, an address and
 * what may be a token, it shows only the kind.
 */
export function valueInWords(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.trim() === '') return typeInWords(value);
  if (isUuid(value)) return 'an id';
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return 'a time';
  if (isPrivate(value)) return `a text of ${value.length} characters`;
  return JSON.stringify(value.length > textAtMost ? `${value.slice(0, textAtMost)}…` : value);
}

type Issue = ZodError['issues'][number];

/**
 * Formats the first six schema issues: the path, the code and the type found. It shows a value only where the schema
 * lists the allowed words.
 * @param data what was parsed
 */
export const misfits = (issues: readonly Issue[], data: unknown): string =>
  issues
    .slice(0, partsAtMost)
    .map((issue) => {
      const found = valueAt(data, issue.path);
      const shown = issue.code === 'invalid_value' ? wordOrType(found) : typeInWords(found);
      return `${issue.path.map(String).join('.') || 'the body'} (${issue.code}, found ${shown})`;
    })
    .join(', ');

const wordOrType = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z_ -]{0,40}$/i.test(value) ? `"${value}"` : typeInWords(value);

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    data,
  );

/** Describes an error response: its status, code, details and request id. */
export function refusalInWords({ status, code, details, requestId }: UpstreamError): string {
  const said = detailsIn(details).slice(0, partsAtMost);
  const id = requestId !== null && /^[\w.:-]{1,100}$/.test(requestId) ? ` (request id ${requestId})` : '';
  return [
    `${[status, code].filter(Boolean).join(' ')}${id}`,
    ...(said.length > 0 ? [`the service says ${said.join(', ')}`] : []),
  ].join('; ');
}

/** The paths and values in the details of an error. Its code is left out: the line has it after the status. */
function detailsIn(node: unknown, path: string[] = []): string[] {
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => {
      if (path.length === 0 && key === 'code') return [];
      const isName = !Array.isArray(node) && /^[A-Za-z][\w.-]{0,60}$/.test(key);
      return detailsIn(value, isName ? [...path, key] : path);
    });
  if (node === null || node === undefined) return [];
  return [[path.join('.'), valueInWords(node)].filter(Boolean).join(' ')];
}

/** Describes an error of the certification itself: where it came from, and no data. */
export function errorInWords(error: unknown): string {
  if (error instanceof UpstreamError) return `status ${refusalInWords(error)}`;
  if (error instanceof ZodError)
    return error.issues
      .slice(0, partsAtMost)
      .map(({ path, code }) => `${path.map(String).join('.') || 'the body'} (${code})`)
      .join(', ');
  const { error_class, error_code, at } = describeError(error);
  return [error_class, error_code, at].filter(Boolean).join(' ');
}
