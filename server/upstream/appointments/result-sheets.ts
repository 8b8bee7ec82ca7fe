/**
 * Reads results of any shape: a number with its name, its unit if there is one of the same name, its range and its
 * sentence if there are any (RES-05, GAP-75, T94). Other values are kept unchanged, except what describes the record and
 * not the body: ids, paging, the status and the type of the test.
 */
import type { Reading, ResultSheet, ResultsView } from '../../contract/appointments-api.ts';
import { isRecord } from '../assumptions/kinds.ts';
import type { AssumptionValues } from '../assumptions/schema.ts';
import { hasMore } from './result-pages.ts';

type Json = Record<string, unknown>;
type Range = NonNullable<Reading['range']>;
type Rest = ResultSheet['rest'][number];
type Heading = Pick<ResultSheet, 'name' | 'number' | 'test_type'>;
/** Maps beside numbers, merged: a unit or a range by the name of the number. */
interface Beside {
  units: Json;
  ranges: Json;
}

/** Results are read to this depth. Deeper values are kept unchanged. */
const deepest = 4;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const noHeading: Heading = { name: null, number: null, test_type: null };

/**
 * Reads results for a page.
 * @param results as received
 * @param names the keys that the results may have
 */
export const resultsView = (results: Json, names: AssumptionValues['results']): ResultsView => ({
  results,
  sheets: new ResultReader(names).sheets(results),
  has_more: hasMore(results, names),
});

class ResultReader {
  readonly #names: AssumptionValues['results'];
  readonly #sheets: ResultSheet[] = [];

  constructor(names: AssumptionValues['results']) {
    this.#names = names;
  }

  sheets(results: Json): ResultSheet[] {
    this.#gather(results, noHeading, 0);
    return this.#sheets.filter(({ readings, rest }) => readings.length > 0 || rest.length > 0);
  }

  #gather(record: Json, heading: Heading, depth: number): void {
    const sheet: ResultSheet = { ...heading, readings: [], rest: [] };
    this.#sheets.push(sheet);
    const beside = { units: this.#maps(record, 'unitMaps'), ranges: this.#maps(record, 'rangeMaps') };
    for (const [key, value] of this.#fields(record)) {
      // They appear beside their numbers. Those without a number are added below.
      if (isRecord(value) && (this.#isMap(key, 'unitMaps') || this.#isMap(key, 'rangeMaps'))) continue;
      const found = this.#readingsOf(key, value, beside);
      if (found !== null) {
        sheet.readings.push(...found.readings);
        sheet.rest.push(...found.rest);
      } else if (depth < deepest && Array.isArray(value) && value.some(isRecord)) {
        this.#gatherList(key, value.filter(isRecord), beside, sheet, depth);
        // An item that is no record leaves the others.
        const others = value.filter((item) => !isRecord(item) && item !== null);
        if (others.length > 0) sheet.rest.push(restOf(key, others));
      } else if (depth < deepest && isRecord(value))
        this.#gather(value, { ...noHeading, name: this.#isContainer(key) ? null : key }, depth + 1);
      else sheet.rest.push(restOf(key, value));
    }
    sheet.rest.push(...withoutNumber(sheet.readings, beside));
  }

  #gatherList(key: string, list: readonly Json[], beside: Beside, sheet: ResultSheet, depth: number): void {
    const isSingle = list.length === 1;
    const name = isSingle && (depth === 0 || this.#isContainer(key)) ? null : key;
    for (const [index, item] of list.entries()) {
      const reading = this.#readingOf(key, item, beside);
      if (reading !== null) {
        sheet.readings.push(reading);
        continue;
      }
      const test_type = !isSingle && typeof item.test_type === 'string' ? item.test_type : null;
      this.#gather(item, { name, number: isSingle ? null : index + 1, test_type }, depth + 1);
    }
  }

  /** The entries of a record that describe the body. A number under the key of an id may be a measure. */
  #fields(record: Json): [name: string, value: unknown][] {
    const { wrapperKeys, recordKeys, pagingKeys, idKeys } = this.#names;
    const isWrapper = wrapperKeys.some((key) => key in record);
    return Object.entries(record).filter(
      ([key, value]) =>
        !(isWrapper && (recordKeys.includes(key) || pagingKeys.includes(key))) &&
        !(idKeys.includes(lastWord(key)) && typeof value !== 'number') &&
        !(typeof value === 'string' && uuid.test(value)),
    );
  }

  /** Names that say nothing to a person: they hold the results. */
  #isContainer(key: string): boolean {
    return this.#names.containerKeys.includes(key);
  }

  #isMap(key: string, kind: 'unitMaps' | 'rangeMaps'): boolean {
    return this.#names[kind].includes(lastWord(key));
  }

  #maps(record: Json, kind: 'unitMaps' | 'rangeMaps'): Json {
    const found = Object.entries(record).filter(([key, value]) => this.#isMap(key, kind) && isRecord(value));
    return Object.assign({}, ...found.map(([, value]) => value));
  }

  /** Reads one number, or a map of numbers with their units; null for anything else. */
  #readingsOf(key: string, value: unknown, beside: Beside): Pick<ResultSheet, 'readings' | 'rest'> | null {
    const own = this.#readingOf(key, value, beside);
    if (own !== null) return { readings: [own], rest: [] };
    const { units, ranges } = beside;
    if (!isRecord(value) || !Object.keys(value).some((name) => name in units || name in ranges)) return null;
    const readings: Reading[] = [];
    const rest: Rest[] = [];
    for (const [name, item] of Object.entries(value)) {
      const reading = this.#readingOf(name, item, beside);
      if (reading !== null) readings.push(reading);
      else if (typeof item === 'number' || (typeof item === 'string' && name in units))
        readings.push(this.#plain(name, item, beside));
      else rest.push(restOf(name, item));
    }
    return { readings, rest };
  }

  /**
   * Reads a number with a unit or range of the same name, or an object with a `value` and nothing that a reading cannot
   * show.
   */
  #readingOf(key: string, value: unknown, beside: Beside): Reading | null {
    if (typeof value === 'number' && (key in beside.units || key in beside.ranges))
      return this.#plain(key, value, beside);
    if (!isRecord(value) || (typeof value.value !== 'number' && typeof value.value !== 'string')) return null;
    const { readingKeys: keys } = this.#names;
    const among = (known: readonly string[]) => known.find((name) => value[name] != null);
    const [nameKey, unitKey, rangeKey] = [among(keys.name), among(keys.unit), among(keys.range)];
    const sentenceKey = among(keys.sentence);
    const bounding = rangeKey ? [rangeKey] : [among(keys.low), among(keys.high)];
    const shown = new Set(['value', nameKey, unitKey, sentenceKey, ...bounding]);
    const unit = unitKey ? textOf(value[unitKey]) : null;
    const range = this.#rangeOf(rangeKey ? value[rangeKey] : value);
    const sentence = sentenceKey ? textOf(value[sentenceKey]) : null;
    const isWhole = Object.keys(value).every((field) => shown.has(field) || value[field] === null);
    const isRead =
      (unit !== null || !unitKey) &&
      (sentence !== null || !sentenceKey) &&
      (range !== null || !bounding.some(Boolean));
    if (!isWhole || !isRead) return null;
    const name = String(nameKey ? value[nameKey] : key);
    const plain = [name, key].map((at) => this.#plain(at, value.value as number | string, beside));
    return {
      name,
      value: value.value,
      unit: unit ?? plain.find((each) => each.unit !== null)?.unit ?? null,
      range: range ?? plain.find((each) => each.range !== null)?.range ?? null,
      sentence,
      words: null,
    };
  }

  #plain(name: string, value: number | string, { units, ranges }: Beside): Reading {
    return {
      name,
      value,
      unit: textOf(units[name]),
      range: this.#rangeOf(ranges[name]),
      sentence: null,
      words: null,
    };
  }

  #rangeOf(value: unknown): Range | null {
    if (Array.isArray(value)) return value.length === 2 ? bounds(value[0], value[1]) : null;
    if (!isRecord(value)) return null;
    const { low, high } = this.#names.readingKeys;
    const at = (keys: readonly string[]) => value[keys.find((key) => value[key] != null) ?? ''];
    return bounds(at(low), at(high));
  }
}

/** `units` of `result_units` and of `resultUnits`. */
const lastWord = (key: string): string =>
  key
    .split(/_|(?<=[a-z])(?=[A-Z])/)
    .at(-1)
    ?.toLowerCase() ?? '';

const restOf = (name: string, value: unknown, of: Rest['of'] = null): Rest => ({ name, of, value });

/** The units and ranges that no reading shows. */
function withoutNumber(readings: readonly Reading[], { units, ranges }: Beside): Rest[] {
  const named = new Map(readings.map((reading) => [reading.name, reading]));
  return [
    ...Object.entries(units)
      .filter(([name, unit]) => named.get(name)?.unit !== unit)
      .map(([name, unit]) => restOf(name, unit, 'unit')),
    ...Object.entries(ranges)
      .filter(([name]) => !named.get(name)?.range)
      .map(([name, range]) => restOf(name, range, 'range')),
  ];
}

function bounds(low: unknown, high: unknown): Range | null {
  const range = { low: typeof low === 'number' ? low : null, high: typeof high === 'number' ? high : null };
  if (range.low === null && range.high === null) return null;
  return range.low !== null && range.high !== null && range.low > range.high ? null : range;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
