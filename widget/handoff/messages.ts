/**
 * The frame protocol: a message counts only if it comes from that frame's window AND from exactly that origin AND has a
 * known shape. Everything else is ignored (Hosted page messages; EMB-08, EMB-09, EMB-13, T88).
 *
 * The server configures the names in a message. The shape is checked by hand, because a schema library is larger than
 * this whole file.
 */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';

type Name = keyof FrameNames['types'];
/** A copy of a plain object in a message, read once. */
class Copy extends Map<string, unknown> {}

const addressCharacters = 2_000;
const statusCharacters = 100;
/** More objects, and deeper ones, than any message of the hosted page has. */
const mostObjects = 32;
const deepest = 5;

/**
 * Reads a message of the hosted page.
 * @param origin the only accepted origin
 * @param names the names of messages and their fields, from the server
 * @returns null if the event is not from the frame or not such a message
 */
export function messageOf(
  event: MessageEvent,
  frame: HTMLIFrameElement,
  origin: string,
  names: FrameNames,
): FrameMessage | null {
  try {
    const { source, data } = event;
    // A removed frame has no window, and a message without a source has none either.
    if (source === null || source !== frame.contentWindow || event.origin !== origin) return null;
    // Some pages post their messages as JSON text.
    return parsed(typeof data === 'string' ? JSON.parse(data) : data, names);
  } catch {
    return null;
  }
}

function parsed(data: unknown, names: FrameNames): FrameMessage | null {
  const levels = copyOf(data);
  const nameOf = (type: unknown) =>
    entriesOf(names.types).find(([, known]) => typeof type === 'string' && known.includes(type))?.[0];
  const name = nameOf(found(levels, names.type, (type) => nameOf(type) !== undefined));
  const isObject = (value: unknown) => value instanceof Copy;
  for (const key of names.payload)
    if (levels[0]?.some((copy) => copy.has(key) && copy.get(key) !== undefined && !isObject(copy.get(key))))
      return null;
  switch (name) {
    case 'ready':
    case 'complete':
    case 'exit':
      return { type: `service.embed.${name}`, payload: {} };
    case 'resize': {
      const height = found(levels, names.height, isHeight);
      return isHeight(height) ? { type: 'service.embed.resize', payload: { height } } : null;
    }
    case 'return':
    case 'profile': {
      const url = found(levels, names.url, isAddress);
      return isAddress(url) ? { type: `service.embed.${name}`, payload: { url } } : null;
    }
    case 'error': {
      const status = found(levels, names.status, isStatus);
      // The page has failed also where nobody can read why.
      return { type: 'service.embed.error', payload: { status: isStatus(status) ? status : '' } };
    }
    default:
      return null;
  }
}

const entriesOf = (types: FrameNames['types']) => Object.entries(types) as [Name, readonly string[]][];

/**
 * Copies the plain objects of a message, level by level; other objects are not read. Each own field is read once,
 * because an accessor could return a different value each time.
 */
function copyOf(data: unknown): Copy[][] {
  const levels: Copy[][] = [];
  let objects = 0;
  let level: [unknown, Copy][] = [[data, new Copy()]];
  while (level.length > 0 && levels.length < deepest) {
    const below: [unknown, Copy][] = [];
    for (const [value, copy] of level) {
      if (!isPlain(value)) continue;
      for (const key of Object.keys(value)) {
        const inner = key === '__proto__' ? undefined : value[key];
        const copyOfInner: unknown = isPlain(inner) ? new Copy() : inner;
        copy.set(key, copyOfInner);
        if (copyOfInner instanceof Copy && ++objects <= mostObjects) below.push([inner, copyOfInner]);
      }
    }
    levels.push(level.map(([, copy]) => copy));
    level = below;
  }
  return levels;
}

/** @returns the value of the first name that has one, at the least depth; null when two values at that depth differ */
function found(levels: Copy[][], names: readonly string[], fits: (value: unknown) => boolean): unknown {
  for (const name of names)
    for (const level of levels) {
      const values = new Set(level.map((copy) => copy.get(name)).filter(fits));
      if (values.size > 0) return values.size === 1 ? [...values][0] : null;
    }
  return null;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value < Infinity;

const isText = (value: unknown, characters: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= characters;
const isAddress = (value: unknown): value is string => isText(value, addressCharacters);
const isStatus = (value: unknown): value is string => isText(value, statusCharacters);
