/**
 * Parses results of any shape into readings: a number with its name, its unit if there is one of the same name, its
 * range and its sentence if there are any (Results; RES-05, GAP-75, T94). Other values are kept unchanged, except what
 * describes the record and not the body: ids, paging, the status and the type of the test.
 */
import { results as say } from '../locales/en/results.ts';
import { plainName } from '../ui/plain-name.ts';
import { testName } from '../ui/test-names.ts';

/** One number of the results, with the unit and range that the service sent. */
export interface Reading {
  name: string;
  value: number | string;
  /** As the service sent it; null without one. */
  unit: string | null;
  /** The service's own range; null without one. */
  range: Range | null;
  /** The service's own sentence on the value; null without one. */
  sentence: string | null;
}
/** A range of a reading; an end that the service did not send is null. */
export interface Range {
  low: number | null;
  high: number | null;
}

/** One record of the results: its readings, and its other values. */
export interface Sheet {
  /** Null for a record without a name. */
  title: string | null;
  readings: Reading[];
  rest: [name: string, value: unknown][];
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unitsKey = /(^|_)units$/i;
const rangesKey = /ranges$/i;
const nameKeys = ['name', 'label', 'title', 'measure', 'test', 'code', 'id', 'key'];
const unitKeys = ['unit', 'units'];
const rangeKeys = ['range', 'reference_range', 'normal_range', 'reference'];
const lowKeys = ['low', 'min', 'lower', 'from'];
const highKeys = ['high', 'max', 'upper', 'to'];
const sentenceKeys = ['interpretation', 'description', 'explanation', 'summary', 'comment'];

/** A record with one of these wraps results. */
const wrapperKeys = ['order_id', 'appointment_id', 'items', 'results'];
/** What a wrapper says of itself. */
const wrapperFields = new Set(['status', 'results_status', 'test_type', 'object', 'pagination', 'page_info']);
const idKey = /(^|_)(id|ids|uuid|ref)$/i;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Keys that name a container; they say nothing to a person. */
const containers = new Set(['items', 'results', 'data']);

/** The entries of a record that describe the body. A number under the key of an id may be a measure. */
function resultFields(record: Json): [name: string, value: unknown][] {
  const isWrapper = wrapperKeys.some((key) => key in record);
  return Object.entries(record).filter(
    ([key, value]) =>
      !(isWrapper && wrapperFields.has(key)) &&
      !(idKey.test(key) && typeof value !== 'number') &&
      !(typeof value === 'string' && uuid.test(value)),
  );
}

/** Whether the service has more results than it sent. */
export function hasMore({ pagination, page_info }: Json): boolean {
  return [pagination, page_info].some((paging) => isObject(paging) && paging.has_more === true);
}

/** The depth to which records are searched. Deeper values are shown unchanged. */
const deepest = 4;

/** @returns the records of the results; none when there are no results */
export function sheetsOf(results: Json): Sheet[] {
  const sheets: Sheet[] = [];
  gather(results, null, 0, sheets);
  return sheets.filter(({ readings, rest }) => readings.length > 0 || rest.length > 0);
}

function gather(record: Json, title: string | null, depth: number, into: Sheet[]): void {
  const sheet: Sheet = { title, readings: [], rest: [] };
  into.push(sheet);
  const units = siblings(record, unitsKey);
  const ranges = siblings(record, rangesKey);
  for (const [key, value] of resultFields(record)) {
    // Units appear beside their numbers. Units without a number are shown unchanged.
    if ((unitsKey.test(key) || rangesKey.test(key)) && isObject(value)) continue;
    const within = withUnits(key, value, units, ranges);
    if (within !== null) {
      sheet.readings.push(...within.readings);
      sheet.rest.push(...within.rest);
    } else if (depth < deepest && Array.isArray(value) && value.length > 0 && value.every(isObject))
      value.forEach((item, index) => {
        const reading = readingOf(key, item, units, ranges);
        if (reading !== null) sheet.readings.push(reading);
        else gather(item, titleOf(key, item, index, value.length, depth), depth + 1, into);
      });
    else if (depth < deepest && isObject(value))
      gather(value, containers.has(key) ? null : plainName(key), depth + 1, into);
    else sheet.rest.push([key, value]);
  }
  const named = new Map(sheet.readings.map((reading) => [reading.name, reading]));
  for (const [name, unit] of Object.entries(units))
    if (named.get(name)?.unit !== unit) sheet.rest.push([say('unitOf', { name: plainName(name) }), unit]);
  for (const [name, range] of Object.entries(ranges))
    if (!named.get(name)?.range) sheet.rest.push([say('rangeOf', { name: plainName(name) }), range]);
}

/** The heading of one record of a list: its test, or its number. A single record needs none. */
function titleOf(key: string, item: Json, index: number, count: number, depth: number): string | null {
  if (count === 1) return depth === 0 || containers.has(key) ? null : plainName(key);
  if (typeof item.test_type === 'string') return testName(item.test_type);
  return say('numbered', { name: plainName(key), count: index + 1 });
}

/** Reads a map of numbers with their units, one number, or a self-contained number; null for anything else. */
function withUnits(
  key: string,
  value: unknown,
  units: Json,
  ranges: Json,
): { readings: Reading[]; rest: [string, unknown][] } | null {
  const own = readingOf(key, value, units, ranges);
  if (own !== null) return { readings: [own], rest: [] };
  if (!isObject(value) || !Object.keys(value).some((name) => name in units || name in ranges)) return null;
  const readings: Reading[] = [];
  const rest: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const reading =
      readingOf(name, item, units, ranges) ??
      (typeof item === 'number' || (typeof item === 'string' && name in units)
        ? { name, value: item, unit: textAt(units, name), range: rangeOf(ranges[name]), sentence: null }
        : null);
    if (reading === null) rest.push([name, item]);
    else readings.push(reading);
  }
  return { readings, rest };
}

/**
 * Reads a number with a unit or range of the same name, or an object with a `value` and nothing that a reading cannot
 * show.
 */
function readingOf(key: string, value: unknown, units: Json, ranges: Json): Reading | null {
  if (typeof value === 'number' && (key in units || key in ranges))
    return { name: key, value, unit: textAt(units, key), range: rangeOf(ranges[key]), sentence: null };
  if (!isObject(value) || (typeof value.value !== 'number' && typeof value.value !== 'string')) return null;
  const nameKey = keyAmong(value, nameKeys);
  const unitKey = keyAmong(value, unitKeys);
  const rangeKey = keyAmong(value, rangeKeys);
  const sentenceKey = keyAmong(value, sentenceKeys);
  const bounding = rangeKey ? [rangeKey] : [keyAmong(value, lowKeys), keyAmong(value, highKeys)];
  const shown = new Set(['value', nameKey, unitKey, sentenceKey, ...bounding]);
  const name = String(nameKey ? value[nameKey] : key);
  const range = rangeOf(rangeKey ? value[rangeKey] : value);
  const unit = unitKey ? textOf(value[unitKey]) : null;
  const sentence = sentenceKey ? textOf(value[sentenceKey]) : null;
  const isWhole = Object.keys(value).every((field) => shown.has(field) || value[field] === null);
  if (
    !isWhole ||
    (sentenceKey && sentence === null) ||
    (unitKey && unit === null) ||
    (bounding.some(Boolean) && range === null)
  )
    return null;
  return {
    name,
    value: value.value,
    unit: unit ?? textAt(units, name) ?? textAt(units, key),
    range: range ?? rangeOf(ranges[name]) ?? rangeOf(ranges[key]),
    sentence,
  };
}

function rangeOf(value: unknown): Range | null {
  if (Array.isArray(value)) return value.length === 2 ? bounds(value[0], value[1]) : null;
  return isObject(value)
    ? bounds(value[keyAmong(value, lowKeys) ?? ''], value[keyAmong(value, highKeys) ?? ''])
    : null;
}

function bounds(low: unknown, high: unknown): Range | null {
  const range = { low: typeof low === 'number' ? low : null, high: typeof high === 'number' ? high : null };
  if (range.low === null && range.high === null) return null;
  return range.low !== null && range.high !== null && range.low > range.high ? null : range;
}

const siblings = (record: Json, pattern: RegExp): Json =>
  Object.assign(
    {},
    ...Object.entries(record).map(([key, value]) => (pattern.test(key) && isObject(value) ? value : {})),
  );

const keyAmong = (from: Json, keys: readonly string[]): string | undefined =>
  keys.find((key) => from[key] != null);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textAt = (from: Json, key: string): string | null => textOf(from[key]);

/**
 * @returns the positions of a value (`at`) and its range (`from`, `to`) on a bar with margins around the range, in
 * percent; null when the value is a text, and without both ends of a range
 */
export function placeOnBar({
  value,
  range,
}: Pick<Reading, 'value' | 'range'>): { from: number; to: number; at: number } | null {
  if (typeof value !== 'number' || range === null || range.low === null || range.high === null) return null;
  const margin = (range.high - range.low || Math.abs(range.high) || 1) / 2;
  const start = Math.min(range.low - margin, value);
  const end = Math.max(range.high + margin, value);
  const percent = (at: number) => Math.round(((at - start) / (end - start)) * 1000) / 10;
  return { from: percent(range.low), to: percent(range.high), at: percent(value) };
}
