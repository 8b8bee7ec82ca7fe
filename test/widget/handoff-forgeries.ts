/** Forged messages to the page, and malformed messages of the hosted page. */
import { hosted, message } from './handoff-harness.ts';

const goal = 'https://gym.example/stolen';
const complete = message('complete');
const back = message('return', { url: goal });
const throws = () => {
  throw new Error('read');
};
const throwing: ProxyHandler<object> = {
  get: throws,
  has: throws,
  ownKeys: throws,
  getPrototypeOf: throws,
  getOwnPropertyDescriptor: throws,
};
const inherited = (values: object): object => Object.create(values);
const parsed = (json: string): unknown => JSON.parse(json);

/** From the right window and the right origin, in an unknown shape. */
export const shapes: [what: string, data: unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 7],
  ['a boolean', true],
  ['a symbolic name as text', 'service.embed.complete'],
  ['JSON as text', JSON.stringify(complete)],
  ['an array', [complete]],
  ['an array with the fields of a message', Object.assign([], complete)],
  ['a function', Object.assign(() => {}, complete)],
  ['a map', new Map(Object.entries(complete))],
  ['a date with the fields of a message', Object.assign(new Date(), complete)],
  ['an empty object', {}],
  ['no type', { payload: { url: goal } }],
  ['a type that is no text', { ...back, type: { toString: () => back.type } }],
  ['a type in a list', { ...complete, type: [complete.type] }],
  ['an unknown type', message('navigate', { url: goal })],
  ['a type in capitals', { ...complete, type: 'SERVICE.EMBED.COMPLETE' }],
  ['a type with a space', { ...complete, type: 'service.embed.complete ' }],
  ['a type without its prefix', { ...complete, type: 'complete' }],
  ['a type of a megabyte', { ...complete, type: complete.type.padEnd(1_000_000, '!') }],
  ['the name of a prototype as type', { ...complete, type: '__proto__' }],
  ['a constructor as type', { ...complete, type: 'constructor' }],
  ['a type that throws', Object.defineProperty({}, 'type', { get: throws, enumerable: true })],
  ['a payload that throws', Object.defineProperty({ type: back.type }, 'payload', { get: throws })],
  ['a proxy that throws', new Proxy({}, throwing)],
  ['a payload that is a proxy that throws', { type: back.type, payload: new Proxy({}, throwing) }],
  ['a revoked proxy', revoked()],
  ['inherited fields', inherited(complete)],
  ['an inherited address', { type: back.type, payload: inherited({ url: goal }) }],
  ['an own field named __proto__', parsed(`{"__proto__": ${JSON.stringify(back)}}`)],
  [
    'an instance of a class',
    new (class {
      type = complete.type;
      payload = {};
    })(),
  ],
  ['a payload of null', { type: complete.type, payload: null }],
  ['a payload of text', { type: complete.type, payload: 'yes' }],
  ['a payload in a list', { type: back.type, payload: [goal] }],
  ['an address that is no text', message('return', { url: new URL(goal) })],
  ['an address in a list', message('return', { url: [goal] })],
  ['an address of a megabyte', message('return', { url: goal.padEnd(1_000_000, 'x') })],
  ['an empty address', message('profile', { url: '' })],
  ['a status that is no text', message('error', { status: { code: 1 } })],
  ['a status of a megabyte', message('error', { status: 'x'.repeat(1_000_000) })],
  ['a height as text', message('resize', { height: '900' })],
  ['a height below nothing', message('resize', { height: -900 })],
  ['a height that is no number', message('resize', { height: Number.NaN })],
  ['a height without end', message('resize', { height: Number.POSITIVE_INFINITY })],
  ['a height in a box', message('resize', { height: Object(900) })],
];

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const { host, hostname, port } = new URL(hosted);

/** From the right window, in a known shape, from an origin that is not quite the one. */
export const origins: [what: string, origin: string][] = [
  ['none', ''],
  ['null as text', 'null'],
  ['the page’s own', location.origin],
  ['another scheme', `https://${host}`],
  ['no port', `http://${hostname}`],
  ['another port', `http://${hostname}:${Number(port) + 1}`],
  ['a longer port', `${hosted}0`],
  ['a prefix of it', hosted.slice(0, -1)],
  ['a suffix after it', `${hosted}.evil.test`],
  ['it as a name in front', `http://${hostname}.evil.test:${port}`],
  ['it as a name behind', `http://evil${host}`],
  ['a sibling', `http://other.${host}`],
  ['a trailing slash', `${hosted}/`],
  ['a trailing dot', `http://${hostname}.:${port}`],
  ['capitals', hosted.toUpperCase()],
  ['credentials before it', `http://x@${host}`],
  ['a path after it', `${hosted}/test`],
  ['a star', '*'],
  ['a space', `${hosted} `],
];
