/** Notices which records of the state change. */
import type { State } from './state.ts';

/** The records of the state by their place: `<part>/<key>`, or `<part>/` for a part that is one record. */
export interface WatchedState {
  /** The places of the records that were added, changed or removed; the caller clears it. */
  changed: Set<string>;
  /** The record at a place; undefined if there is none. */
  get(place: string): unknown;
  /** Adds or replaces the record at a place. */
  put(place: string, record: object): void;
}

/** Replaces the parts of `state` with ones that notice their changes. All their records count as changed. */
export function watchState(state: State): WatchedState {
  const changed = new Set<string>();
  const parts = new Map<string, object>();
  for (const [name, part] of Object.entries<object>({ ...state })) {
    const note = (key: string) => void changed.add(`${name}/${key}`);
    parts.set(name, part instanceof Map ? new WatchedMap(part, note) : watched(part, () => note('')));
    if (!(part instanceof Map)) note('');
  }
  Object.assign(state, Object.fromEntries(parts));
  const find = (place: string) => {
    const [name = '', key = ''] = place.split(/\/(.*)/s);
    return { part: parts.get(name) ?? {}, key };
  };
  return {
    changed,
    get(place) {
      const { part, key } = find(place);
      return part instanceof Map ? part.get(key) : part;
    },
    put(place, record) {
      const { part, key } = find(place);
      if (part instanceof Map) part.set(key, record);
      else Object.assign(part, record);
    },
  };
}

/** A map that calls `note` with the key of each change, also of a change inside a record. */
class WatchedMap extends Map<string, unknown> {
  readonly #note: (key: string) => void;

  constructor(records: Map<string, unknown>, note: (key: string) => void) {
    super();
    this.#note = note;
    for (const [key, record] of records) this.set(key, record);
  }

  override set(key: string, record: unknown): this {
    if (record !== this.get(key)) this.#note(key);
    return super.set(key, isObject(record) ? watched(record, () => this.#note(key)) : record);
  }

  override delete(key: string): boolean {
    this.#note(key);
    return super.delete(key);
  }

  override clear(): void {
    for (const key of this.keys()) this.#note(key);
    super.clear();
  }
}

/** The record, its lists and the records in it, as ones that call `note` when they change. */
function watched<T extends object>(record: T, note: () => void): T {
  return new Proxy(record, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return isObject(value) ? watched(value, note) : value;
    },
    set(target, name, value) {
      if (!Object.is(Reflect.get(target, name), value)) note();
      return Reflect.set(target, name, value);
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
