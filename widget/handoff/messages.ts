/**
 * The frame protocol: a message counts when it comes from that frame's window AND from exactly that origin AND has a
 * known shape; to everything else there is silence (Hosted page messages; EMB-08, EMB-09, EMB-13, T88).
 *
 * The shape is that of server/contract/upstream-frame.ts, checked by hand since a schema costs the page more than all of this.
 */
import type { FrameMessage } from '../../server/contract/upstream-frame.ts';

const addressCharacters = 2_000;
const statusCharacters = 100;

export function messageOf(
  event: MessageEvent,
  frame: HTMLIFrameElement,
  origin: string,
): FrameMessage | null {
  try {
    const { source, data } = event;
    // A frame that is gone has no window, and neither has a message that comes from nowhere.
    if (source === null || source !== frame.contentWindow || event.origin !== origin) return null;
    return parsed(data);
  } catch {
    return null;
  }
}

/** Every field is read once, and only where it is the object's own: an accessor could answer differently each time. */
function parsed(data: unknown): FrameMessage | null {
  const type = own(data, 'type');
  const payload = own(data, 'payload');
  switch (type) {
    case 'service.embed.ready':
    case 'service.embed.complete':
    case 'service.embed.exit':
      return payload === undefined || isPlain(payload) ? { type, payload: {} } : null;
    case 'service.embed.resize': {
      const height = own(payload, 'height');
      return typeof height === 'number' && height > 0 && height < Infinity
        ? { type, payload: { height } }
        : null;
    }
    case 'service.embed.return':
    case 'service.embed.profile': {
      const url = own(payload, 'url');
      return isText(url, addressCharacters) ? { type, payload: { url } } : null;
    }
    case 'service.embed.error': {
      const status = own(payload, 'status');
      return isText(status, statusCharacters) ? { type, payload: { status } } : null;
    }
    default:
      return null;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const own = (value: unknown, name: string): unknown =>
  isPlain(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isText = (value: unknown, characters: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= characters;
