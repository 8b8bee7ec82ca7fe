/**
 * The frame protocol: a message counts when it comes from that frame's window AND from exactly that origin AND has a
 * known shape; to everything else there is silence (Hosted page messages; EMB-08, EMB-09, EMB-13, T88).
 *
 * The names in a message are the server's to say, and the shape is checked by hand here, since a schema costs the page
 * more than all of this.
 */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';

type Name = keyof FrameNames['types'];
/** A plain object of a message, read once. */
class Copy extends Map<string, unknown> {}

const addressCharacters = 2_000;
const statusCharacters = 100;
/** More objects, or deeper ones, than any message of the hosted page has. */
const mostObjects = 32;
const deepest = 5;

/** As the sandbox posts them. */
const usual: FrameNames = {
  type: ['type'],
  payload: ['payload'],
  height: ['height'],
  url: ['url'],
  status: ['status'],
  types: {
    ready: ['service.embed.ready'],
    resize: ['service.embed.resize'],
    complete: ['service.embed.complete'],
    return: ['service.embed.return'],
    profile: ['service.embed.profile'],
    exit: ['service.embed.exit'],
    error: ['service.embed.error'],
  },
};

/**
 * The message of an event, or null.
 * @param names what messages and their fields go by. @default as the sandbox posts them
 */

export function messageOf(
  event: MessageEvent,
  frame: HTMLIFrameElement,
  origin: string,
  names: FrameNames = usual,
): FrameMessage | null {
  try {
    const { source, data } = event;
    // A frame that is gone has no window, and neither has a message that comes from nowhere.
    if (source === null || source !== frame.contentWindow || event.origin !== origin) return null;
    return parsed(data, names);
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
      return isStatus(status) ? { type: 'service.embed.error', payload: { status } } : null;
    }
    default:
      return null;
  }
}

const entriesOf = (types: FrameNames['types']) => Object.entries(types) as [Name, readonly string[]][];

/**
 * Every field is read once, and only where it is the object's own: an accessor could answer differently each time.
 * The plain objects of a message, level by level; what is no plain object is not looked into.
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

/** The names in their order; of one name the shallowest usable value, unless there are two that differ. */
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
