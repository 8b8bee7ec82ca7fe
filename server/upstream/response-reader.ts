/**
 * How a response of the service is read. The specification names fields, and rarely their types, so each response has
 * two schemas: `needed` is what the next step cannot do without, and `named` is everything that the specification names
 * (VER-02, GAP-113). A response that fails `needed` cannot be used. One that only fails `named` is used, and the
 * difference is reported.
 */
import { z } from 'zod';
import { testTypes } from '../contract/upstream-api/test-types.ts';

/** The two schemas of a response. @typeParam T what the next step gets */
export interface ResponseReader<T extends object = object> {
  needed: z.ZodType<T>;
  named: z.ZodType;
}
/** What a reader gives. */
export type ReadOf<R> = R extends ResponseReader<infer T> ? T : never;

/**
 * Pairs the two schemas of a response.
 * @param schemas.needed keeps unknown fields if it is loose (VER-09)
 */
export const reader = <T extends object>(schemas: {
  needed: z.ZodType<T>;
  named: z.ZodType;
}): ResponseReader<T> => schemas;

/** A field that no step needs: null if it is absent or of another type. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().catch(null);

/** An id of the service: text of any form, or a number. */
export const anyId = z.union([z.string().regex(/^\S+$/), z.number().transform(String)]);

/** A word of the specification, in whatever case the service writes it. */
export const word = z.string().toLowerCase();

const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z\d]/g, '');

/** A test type: one of the specification in its spelling, whatever its case and separators. */
export const testTypeName = z
  .string()
  .transform((text) => testTypes.find((known) => known === plain(text)) ?? text);

/** Text, or a number as its text. */
export const textOrNumber = z.union([z.string(), z.number().transform(String)]);

/** Whether an item of a form must be answered: it must, unless the service says otherwise. */
export const mustAnswer = z.boolean().catch(true);

/** An item of a list that could not be read. */
interface SetAside {
  /** The path of the list, as names of fields. */
  path: string;
  /** The id of the item; null if it has none. */
  id: string | null;
  /** The fields that could not be read, as paths from the item. */
  fields: string[];
}

type Refused = Omit<SetAside, 'path'>;
/** By the list that they are missing from. */
const refusedIn = new WeakMap<object, Refused[]>();
/** The schema of the items of each list schema. */
const itemOf = new WeakMap<z.ZodType, z.ZodType>();

/** Only these show an id in the log: no text that a person may have typed has this form. */
const isLoggableId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[0-9a-f][0-9a-f-]{7,63}$/i.test(value));

/**
 * A list that is read item by item: an item that does not fit is left out and reported. Null is an empty list, which
 * some services write so.
 * @param options.id the field of an item that is its id. @default none
 * @param options.mayLoseAll whether a list of which no item fits counts as empty. @default false: it does not fit
 */
export const listOf = <S extends z.ZodType>(
  item: S,
  { id, mayLoseAll = false }: { id?: string; mayLoseAll?: boolean } = {},
) => {
  const list = z
    .array(z.unknown())
    .nullable()
    .transform((values, context): z.output<S>[] => {
      const read: z.output<S>[] = [];
      const refused: Refused[] = [];
      let first: z.ZodError | null = null;
      for (const value of values ?? []) {
        const { data, error } = item.safeParse(value);
        if (error === undefined) read.push(data as z.output<S>);
        else {
          const named = id === undefined ? null : (value as Record<string, unknown> | null)?.[id];
          refused.push({ id: isLoggableId(named) ? String(named) : null, fields: pathsIn(error, item) });
          first ??= error;
        }
      }
      if (first !== null && read.length === 0 && !mayLoseAll)
        for (const { path } of first.issues)
          context.addIssue({ code: 'custom', path: [0, ...path], message: 'no item of the list fits' });
      if (refused.length > 0) refusedIn.set(read, refused);
      return read;
    });
  itemOf.set(list, item);
  return list;
};

/** A list of which nothing is needed: empty if it is absent or of another type. */
export const listOrNone = <S extends z.ZodType>(item: S, options: { id?: string } = {}) =>
  listOf(item, { ...options, mayLoseAll: true }).catch(() => []);

/** A list whose items must all fit. Null is an empty list. */
export const wholeList = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullable()
    .transform((values) => values ?? []);

/** A response that can be used, or the fields because of which it cannot. */
export type ReadResponse<T> =
  | {
      ok: true;
      data: T;
      /** The fields that differ from the specification, as paths. */
      drift: string[];
      setAside: SetAside[];
    }
  | { ok: false; paths: string[] };

/** Reads a response by the two schemas of its reader. */
export function readResponse<T extends object>(
  { needed, named }: ResponseReader<T>,
  data: unknown,
): ReadResponse<T> {
  const read = needed.safeParse(data);
  if (!read.success) return { ok: false, paths: pathsIn(read.error, needed) };
  const full = named.safeParse(data);
  return {
    ok: true,
    data: read.data,
    drift: full.success ? [] : pathsIn(full.error, named),
    setAside: refusedWithin(read.data, []),
  };
}

function refusedWithin(value: unknown, path: readonly string[]): SetAside[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, part]) => refusedWithin(part, [...path, name]));
  const own = (refusedIn.get(value) ?? []).map((refused) => ({ path: path.join('.') || '*', ...refused }));
  return [...own, ...value.flatMap((item) => refusedWithin(item, [...path, '*']))];
}

/**
 * The paths of the fields that do not fit, once each. They have names of the schema only: a place in a list and a key
 * of the service's own choice are `*`, so that no value can become part of a path.
 */
export function pathsIn(error: z.ZodError, schema: z.ZodType): string[] {
  const names = namesOf(schema);
  const nameOf = (part: PropertyKey) => (typeof part === 'string' && names.has(part) ? part : '*');
  const pathOf = (path: readonly PropertyKey[]) => path.map(nameOf).join('.') || '*';
  return [...new Set(error.issues.flatMap(placesOf).map(pathOf))];
}

/** An issue of a union has the issues of each of its schemas. */
const placesOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'invalid_union' && issue.errors.length > 0
    ? issue.errors.flat().flatMap((inner) => placesOf(inner).map((path) => [...issue.path, ...path]))
    : [issue.path];

const knownNames = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** The names of all fields of a schema. */
function namesOf(schema: z.ZodType): ReadonlySet<string> {
  const known = knownNames.get(schema);
  if (known) return known;
  const names = new Set<string>();
  collectNames(schema, names, new Set());
  knownNames.set(schema, names);
  return names;
}

function collectNames(part: unknown, names: Set<string>, seen: Set<unknown>): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const inner = part instanceof z.ZodType ? part.def : part;
  if (part instanceof z.ZodType) collectNames(itemOf.get(part), names, seen);
  if (part instanceof z.ZodObject)
    for (const [name, field] of Object.entries(part.shape)) {
      names.add(name);
      collectNames(field, names, seen);
    }
  else
    for (const value of Object.values(inner))
      if (value instanceof z.ZodType || Array.isArray(value)) collectNames(value, names, seen);
}
