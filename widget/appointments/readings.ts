/**
 * Parses results of any shape into readings: a number with its name, its unit if there is one of the same name, and its
 * range if there is one (Results; RES-05, GAP-75, T94). Other values are kept unchanged.
 */
import { plainName } from './plain.ts';

/** One number of the results, with the unit and range that the service sent. */
export interface Reading {
  name: string;
  value: number | string;
  /** As the service sent it; null without one. */
  unit: string | null;
  /** The service's own range; null without one. */
  range: Range | null;
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
  for (const [key, value] of Object.entries(record)) {
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
        else
          gather(
            item,
            value.length > 1 ? `${plainName(key)} ${index + 1}` : only(key, depth),
            depth + 1,
            into,
          );
      });
    else if (depth < deepest && isObject(value)) gather(value, plainName(key), depth + 1, into);
    else sheet.rest.push([key, value]);
  }
  const named = new Map(sheet.readings.map((reading) => [reading.name, reading]));
  for (const [name, unit] of Object.entries(units))
    if (named.get(name)?.unit !== unit) sheet.rest.push([`${plainName(name)} (unit)`, unit]);
  for (const [name, range] of Object.entries(ranges))
    if (!named.get(name)?.range) sheet.rest.push([`${plainName(name)} (range)`, range]);
}

/** A single record needs no heading. */
const only = (key: string, depth: number): string | null => (depth === 0 ? null : plainName(key));

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
        ? { name, value: item, unit: textAt(units, name), range: rangeOf(ranges[name]) }
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
    return { name: key, value, unit: textAt(units, key), range: rangeOf(ranges[key]) };
  if (!isObject(value) || (typeof value.value !== 'number' && typeof value.value !== 'string')) return null;
  const nameKey = keyAmong(value, nameKeys);
  const unitKey = keyAmong(value, unitKeys);
  const rangeKey = keyAmong(value, rangeKeys);
  const bounding = rangeKey ? [rangeKey] : [keyAmong(value, lowKeys), keyAmong(value, highKeys)];
  const shown = new Set(['value', nameKey, unitKey, ...bounding]);
  const name = String(nameKey ? value[nameKey] : key);
  const range = rangeOf(rangeKey ? value[rangeKey] : value);
  const unit = unitKey ? textOf(value[unitKey]) : null;
  const says = Object.keys(value).every((field) => shown.has(field) || value[field] === null);
  if (!says || (unitKey && unit === null) || (bounding.some(Boolean) && range === null)) return null;
  return {
    name,
    value: value.value,
    unit: unit ?? textAt(units, name) ?? textAt(units, key),
    range: range ?? rangeOf(ranges[name]) ?? rangeOf(ranges[key]),
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
 * @returns the position of a value on a bar with margins around its range, in percent; null when the range has one
 * end only
 */
export function placeOnBar({ value, range }: Reading): { from: number; to: number; at: number } | null {
  if (typeof value !== 'number' || range === null || range.low === null || range.high === null) return null;
  const margin = (range.high - range.low || Math.abs(range.high) || 1) / 2;
  const start = Math.min(range.low - margin, value);
  const end = Math.max(range.high + margin, value);
  const percent = (at: number) => Math.round(((at - start) / (end - start)) * 1000) / 10;
  return { from: percent(range.low), to: percent(range.high), at: percent(value) };
}
