/**
 * `<dx-handoff>` accepts messages only of that frame's window, of exactly that origin and in a known shape (EMB-08,
 * EMB-09, T88).
 */
import { assert, equal, pause, until } from './assert.ts';
import { origins, shapes } from './handoff-forgeries.ts';
import {
  begin,
  end,
  frameOf,
  left,
  message,
  pageUrl,
  panelOf,
  ready,
  receivedEvents,
  say,
  server,
} from './handoff-harness.ts';

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
  await pause(5);
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
    await pause(50);
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
    await pause(0);
    const [calls, eventCount] = [server().calls.length, receivedEvents.length];
    for (const message of forged) dispatchEvent(message);
    await pause(5);
    equal([left, receivedEvents.slice(eventCount), server().calls.length], [[], [], calls]);
  });

  it('no frame that it has replaced [EMB-09]', async () => {
    const element = await ready();
    const forged = forgery(back, new URL(pageUrl()).origin, frameOf(element)?.contentWindow ?? null);
    await say(element, message('exit'));
    element.shadowRoot?.querySelector('button')?.click();
    await until(() => frameOf(element), 'another frame');
    dispatchEvent(forged);
    await pause(5);
    equal(left, [], 'navigations');
  });

  it('a complete message that is sent a hundred times only once [EMB-11]', async () => {
    const element = await ready();
    Object.assign(server().view, { state: 'verifying' });
    for (let times = 0; times < 100; times++)
      forge(message('complete'), new URL(pageUrl()).origin, frameOf(element)?.contentWindow ?? null);
    const made = () => server().made('POST /handoffs/handoff-1/verify').length;
    await until(made, 'a verification');
    await pause(50);
    equal(made(), 1);
  });
});
