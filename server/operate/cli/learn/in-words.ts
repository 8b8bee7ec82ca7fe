/** Describes values and schema issues for a report, without secrets, ids and addresses. */
import type { ZodError } from 'zod';

const textAtMost = 80;
const partsAtMost = 6;

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
/** Addresses, e-mail addresses, and words that are too long or too mixed for a name: they may be tokens. */
const isPrivate = (text: string) =>
  /:\/\/|@/.test(text) || text.split(/\s+/).some((word) => word.length > 30 || /\d[\w+/=-]{11,}/.test(word));

/** Names the type of a value: `null`, `a number`, `a text`. */
function typeInWords(value: unknown): string {
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
