/**
 * `<dx-handoff>` accepts messages only of that frame's window, of exactly that origin and in a known shape (EMB-08,
 * EMB-09, T88).
 */
import { assert, atRest, equal, nextTask, until } from './assert.ts';
import {
  begin,
  end,
  frameOf,
  hosted,
  left,
  message,
  pageUrl,
  panelOf,
  ready,
  receivedEvents,
  say,
  server,
} from './handoff-harness.ts';

const goal = 'https://gym.example/stolen';
const complete = message('complete');
const sentBack = message('return', { url: goal });
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
const shapes: [what: string, data: unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 7],
  ['a boolean', true],
  ['a symbolic name as text', 'service.embed.complete'],
  ['JSON text that is cut off', JSON.stringify(complete).slice(0, -1)],
  ['JSON text of a list', JSON.stringify([complete])],
  ['an array', [complete]],
  ['an array with the fields of a message', Object.assign([], complete)],
  ['a function', Object.assign(() => {}, complete)],
  ['a map', new Map(Object.entries(complete))],
  ['a date with the fields of a message', Object.assign(new Date(), complete)],
  ['an empty object', {}],
  ['no type', { payload: { url: goal } }],
  ['a type that is no text', { ...sentBack, type: { toString: () => sentBack.type } }],
  ['a type in a list', { ...complete, type: [complete.type] }],
  ['an unknown type', message('navigate', { url: goal })],
  ['a type in capitals', { ...complete, type: 'SERVICE.EMBED.COMPLETE' }],
  ['a type with a space', { ...complete, type: 'service.embed.complete ' }],
  ['a type without its prefix', { ...complete, type: 'complete' }],
  ['a type of a megabyte', { ...complete, type: complete.type.padEnd(1_000_000, '!') }],
  ['the name of a prototype as type', { ...complete, type: '__proto__' }],
  ['a constructor as type', { ...complete, type: 'constructor' }],
  ['a type that throws', Object.defineProperty({}, 'type', { get: throws, enumerable: true })],
  ['a payload that throws', Object.defineProperty({ type: sentBack.type }, 'payload', { get: throws })],
  ['a proxy that throws', new Proxy({}, throwing)],
  ['a payload that is a proxy that throws', { type: sentBack.type, payload: new Proxy({}, throwing) }],
  ['a revoked proxy', revoked()],
  ['inherited fields', inherited(complete)],
  ['an inherited address', { type: sentBack.type, payload: inherited({ url: goal }) }],
  ['an own field named __proto__', parsed(`{"__proto__": ${JSON.stringify(sentBack)}}`)],
  [
    'an instance of a class',
    new (class {
      type = complete.type;
      payload = {};
    })(),
  ],
  ['a payload of null', { type: complete.type, payload: null }],
  ['a payload of text', { type: complete.type, payload: 'yes' }],
  ['a payload in a list', { type: sentBack.type, payload: [goal] }],
  ['an address that is no text', message('return', { url: new URL(goal) })],
  ['an address in a list', message('return', { url: [goal] })],
  ['an address of a megabyte', message('return', { url: goal.padEnd(1_000_000, 'x') })],
  ['an empty address', message('profile', { url: '' })],
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
const origins: [what: string, origin: string][] = [
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

const back = message('return', { url: 'https://gym.example/stolen' });
const all = ['ready', 'complete', 'exit'].map((name) => message(name));
const every = [
  ...all,
  back,
  message('profile', { url: 'https://gym.example/stolen' }),
  message('resize', { height: 900 }),
  message('error', { status: 'blocked_by_test_offering_policy' }),
];

/** A message event as a browser would create it, with any data. */
const forgery = (data: unknown, origin: string, source: MessageEventSource | null) =>
  new MessageEvent('message', { data, origin, source });

function forge(data: unknown, origin: string, source: MessageEventSource | null): void {
  dispatchEvent(forgery(data, origin, source));
}

async function nothingHappened(element: Element, calls: number, eventCount: number): Promise<void> {
  await nextTask();
  equal([left, panelOf(element), receivedEvents.slice(eventCount)], [[], null, []], 'what happened');
  equal([server().calls.length, frameOf(element)?.clientHeight], [calls, 560], 'what happened');
}

describe('<dx-handoff> accepts', () => {
  beforeEach(begin);
  afterEach(end);

  it('only real messages: the table has at least forty forgeries', () => {
    assert(shapes.length + origins.length >= 40, `${shapes.length} shapes, ${origins.length} origins`);
  });

  it('no unknown shape, even from the frame itself [EMB-08] [EMB-09]', async () => {
    const element = await ready();
    const [calls, eventCount] = [server().calls.length, receivedEvents.length];
    const source = frameOf(element)?.contentWindow ?? null;
    for (const [what, data] of shapes) {
      forge(data, new URL(pageUrl()).origin, source);
      await nothingHappened(element, calls, eventCount).catch((error) => {
        throw new Error(`${what}: ${error.message}`);
      });
    }
    forge(back, new URL(pageUrl()).origin, source);
    await until(() => left.length > 0, 'the truth, by the same way');
    equal(left, ['https://gym.example/stolen']);
  });

  it('no address from a polluted prototype [EMB-09] [EMB-12]', async () => {
    const element = await ready();
    const [calls, eventCount] = [server().calls.length, receivedEvents.length];
    const prototype = Object.prototype as { url?: string; height?: number };
    prototype.url = 'https://gym.example/stolen';
    prototype.height = 900;
    try {
      await say(element, message('return'));
      await say(element, message('resize'));
    } finally {
      delete prototype.url;
      delete prototype.height;
    }
    await nothingHappened(element, calls, eventCount);
  });

  it('no other origin, compared exactly [EMB-09]', async () => {
    const element = await ready();
    const [calls, eventCount] = [server().calls.length, receivedEvents.length];
    for (const [what, origin] of origins) {
      for (const data of every) forge(data, origin, frameOf(element)?.contentWindow ?? null);
      await nothingHappened(element, calls, eventCount).catch((error) => {
        throw new Error(`${what}: ${error.message}`);
      });
    }
  });

  it('no other window: another frame of the same origin, the page itself, its opener, or none [EMB-09]', async () => {
    const element = await ready();
    const [calls, eventCount] = [server().calls.length, receivedEvents.length];
    const other = document.createElement('iframe');
    other.src = pageUrl('');
    document.body.append(other);
    await new Promise((done) => other.addEventListener('load', done));
    const { origin } = new URL(pageUrl());
    const { port1 } = new MessageChannel();
    for (const data of every) {
      // A real message of the right origin, from the frame beside ours.
      other.contentWindow?.postMessage(data, '*');
      postMessage(data, '*');
      for (const source of [window, other.contentWindow, port1, null]) forge(data, origin, source);
    }
    await atRest(() => server().calls.length + receivedEvents.length);
    await nothingHappened(element, calls, eventCount);
    other.remove();
  });

  it('no replay after its removal, and none for a frame that was removed [EMB-09]', async () => {
    const element = await ready();
    const source = frameOf(element)?.contentWindow ?? null;
    const { origin } = new URL(pageUrl());
    // WebKit creates no message of a frame that was removed.
    const forged = every.flatMap((data) => [source, null].map((from) => forgery(data, origin, from)));
    element.remove();
    await nextTask();
    const [calls, eventCount] = [server().calls.length, receivedEvents.length];
    for (const message of forged) dispatchEvent(message);
    await nextTask();
    equal([left, receivedEvents.slice(eventCount), server().calls.length], [[], [], calls]);
  });

  it('no frame that it has replaced [EMB-09]', async () => {
    const element = await ready();
    const forged = forgery(back, new URL(pageUrl()).origin, frameOf(element)?.contentWindow ?? null);
    await say(element, message('exit'));
    element.shadowRoot?.querySelector('button')?.click();
    await until(() => frameOf(element), 'another frame');
    dispatchEvent(forged);
    await nextTask();
    equal(left, [], 'navigations');
  });

  it('a complete message that is sent a hundred times only once [EMB-11]', async () => {
    const element = await ready();
    Object.assign(server().view, { state: 'verifying' });
    for (let times = 0; times < 100; times++)
      forge(message('complete'), new URL(pageUrl()).origin, frameOf(element)?.contentWindow ?? null);
    const made = () => server().made('POST /handoffs/handoff-1/verify').length;
    await until(made, 'a verification');
    await atRest(made);
    equal(made(), 1);
  });
});
