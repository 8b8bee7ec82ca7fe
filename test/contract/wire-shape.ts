/** Compares a value of the wire with its fixture: the same keys, JSON types, formats and named values at each path. */
import type { Json, JsonObject } from './wire-fixtures.ts';

/** Keys whose values the specification names, so that they must be equal. */
const named = /^(?:code|(?:\w+_)?status|(?:form|artifact)_type)$/;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON type of a value; for a string also its format. */
function typeOf(value: Json | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'string') return typeof value;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return 'uuid';
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value)) return 'instant';
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/.test(value)) return 'time with offset';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'date';
  if (/^https?:\/\//.test(value)) return 'address';
  return 'text';
}

/**
 * Finds the differences in shape between a value and its fixture, one sentence each.
 * @param open paths that the specification leaves open; they are not compared
 */
export function differences(
  actual: Json | undefined,
  fixture: Json | undefined,
  open: readonly string[] = [],
): string[] {
  return differ(actual, [fixture], open, '');
}

/**
 * @param fixtures the values that the fixture has at this path: one, or those of all items of a list
 * @param path such as `data.items[].id`
 */
function differ(
  actual: Json | undefined,
  fixtures: (Json | undefined)[],
  open: readonly string[],
  path: string,
): string[] {
  const types = [...new Set(fixtures.map(typeOf))];
  if (!types.includes(typeOf(actual))) return [`${path}: is ${typeOf(actual)}, not ${types.join(' or ')}`];
  if (Array.isArray(actual)) return ofItems(actual, fixtures.filter(Array.isArray).flat(), open, path);
  if (isObject(actual)) return ofMembers(actual, fixtures.filter(isObject), open, path);
  const isNamed = named.test(path.replace(/.*\./, ''));
  return isNamed && !fixtures.includes(actual) ? [`${path}: is ${actual}, not ${fixtures.join(' or ')}`] : [];
}

function ofMembers(
  actual: JsonObject,
  fixtures: JsonObject[],
  open: readonly string[],
  path: string,
): string[] {
  const keys = new Set([actual, ...fixtures].flatMap(Object.keys));
  return [...keys].flatMap((key) => {
    const inner = path === '' ? key : `${path}.${key}`;
    if (open.includes(inner)) return [];
    const having = fixtures.filter((fixture) => key in fixture);
    if (having.length === 0) return [`${inner}: is not in the fixture`];
    if (key in actual)
      return differ(
        actual[key],
        having.map((fixture) => fixture[key]),
        open,
        inner,
      );
    return having.length === fixtures.length ? [`${inner}: is only in the fixture`] : [];
  });
}

function ofItems(actual: Json[], fixtures: Json[], open: readonly string[], path: string): string[] {
  const inner = `${path}[]`;
  if (open.includes(inner)) return [];
  if (fixtures.length > 0 && actual.length === 0) return [`${inner}: is only in the fixture`];
  if (fixtures.length === 0 && actual.length > 0) return [`${inner}: is not in the fixture`];
  return [...new Set(actual.flatMap((item) => differ(item, fixtures, open, inner)))];
}
