/** The kinds of values that are found by name: each kind reads a usable value, or returns null. */
import type { z } from 'zod';
import { returnedId } from '../../contract/upstream-api/envelope.ts';

/** A kind of value, such as a date or an address. */
export interface Kind<T> {
  /** The value in its usable form, or null. */
  read(value: unknown): T | null;
  /** The placeholder for a missing value while a sample is examined. */
  stub: T;
}

/** Whether the value is an object and not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFilled = (value: unknown): value is string => typeof value === 'string' && /\S/.test(value);

/** Text that is not blank, unchanged; a list of exactly one text counts as that text. */
export const text: Kind<string> = {
  read(value) {
    const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    return isFilled(one) ? one : null;
  },
  stub: '',
};

/** Text, or a list of paragraphs, joined by blank lines in their order. */
export const paragraphs: Kind<string> = {
  read: (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isFilled) ? value.join('\n\n') : text.read(value),
  stub: '',
};

/** Creates the kind of a text that is one of `known`; a number counts as its text. */
export const oneOf = (known: readonly string[]): Kind<string> => ({
  read: (value) => {
    const found = typeof value === 'number' ? String(value) : text.read(value);
    return found !== null && known.includes(found) ? found : null;
  },
  stub: known[0] ?? '',
});

/** An id of the service, of any form that fits into one segment of a path; a number counts as its text. */
export const identifier: Kind<string> = {
  read: (value) => returnedId.safeParse(typeof value === 'number' ? String(value) : value).data ?? null,
  stub: '',
};

/** An address: absolute, or a path that begins with a slash. */
export const address: Kind<string> = {
  read: (value) =>
    typeof value === 'string' && (URL.canParse(value) || value.startsWith('/')) ? value : null,
  stub: '',
};

/** Text, a number or a boolean. */
export const choice: Kind<string | number | boolean> = {
  read: (value) => (typeof value === 'boolean' || typeof value === 'number' ? value : text.read(value)),
  stub: '',
};

/**
 * Creates the kind of a value that fits a schema.
 * @param stub the placeholder while a sample is examined
 */
export const fitting = <S extends z.ZodType>(schema: S, stub: z.output<S>): Kind<z.output<S>> => ({
  read: (value) => schema.safeParse(value).data ?? null,
  stub,
});

/** An item of a list, with its key where the list is an object of one key per item. */
export interface Item {
  key: string | null;
  value: unknown;
}

/**
 * A list that is not empty: an array, an array wrapped in objects (`{ "data": { "items": [...] } }`), or an object with
 * one key per item.
 */
export const items: Kind<Item[]> = { read: itemsOf, stub: [] };

function itemsOf(value: unknown): Item[] | null {
  const wrapped = arrayIn(value);
  if (wrapped) return wrapped.length > 0 ? wrapped.map((item) => ({ key: null, value: item })) : null;
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).filter(([, item]) => isRecord(item) || isFilled(item));
  return entries.length > 0 ? entries.map(([key, item]) => ({ key, value: item })) : null;
}

/** The array itself, or the array that an object wraps; null for an object with items of its own. */
function arrayIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return null;
  const inner = Object.values(value).filter((part) => typeof part === 'object' && part !== null);
  const arrays = inner.filter((part) => Array.isArray(part) && part.some(isRecord));
  if (arrays.length === 1) return arrays[0] as unknown[];
  return inner.length === 1 ? arrayIn(inner[0]) : null;
}
