/**
 * Messages of a hosted page with other names and nesting, read by the names that the server configures (GAP-99,
 * EMB-08, EMB-09).
 */
import { atRest, equal, nextTask, until } from './assert.ts';
import {
  answers,
  begin,
  end,
  frameOf,
  isShown,
  left,
  message,
  pageUrl,
  panelOf,
  put,
  say,
} from './handoff-harness.ts';

const goal = 'https://gym.example/back';

/** An element whose hosted page has not sent a message yet. */
async function silent() {
  answers({ url: pageUrl('') });
  const element = put();
  await until(() => frameOf(element), 'a frame');
  return element;
}

const wrapped: [how: string, wrap: (fields: object) => unknown][] = [
  ['bare', (fields) => fields],
  ['as JSON text', (fields) => JSON.stringify(fields)],
  ['in an object', (fields) => ({ version: 1, message: fields })],
  ['deeper', (fields) => ({ source: 'hosted', envelope: { body: fields } })],
  [
    'with its payload apart',
    (fields) => ({ kind: Reflect.get(fields, 'kind'), data: { ...fields, kind: undefined } }),
  ],
];

describe('<dx-handoff> reads messages', () => {
  beforeEach(begin);
  afterEach(end);

  for (const [how, wrap] of wrapped)
    it(`under other names, ${how} [GAP-99]`, async () => {
      const element = await silent();
      await say(element, wrap({ kind: 'shown' }));
      await until(() => isShown(element), 'the frame');
      await say(element, wrap({ kind: 'service.embed.resize', tall: 900 }));
      equal(frameOf(element)?.clientHeight, 900);
      await say(element, wrap({ kind: 'service.embed.return', goTo: goal }));
      await until(() => left.length > 0, 'a navigation');
      equal(left, [goal]);
    });

  it('under the usual names beside them', async () => {
    const element = await silent();
    await say(element, message('ready'));
    await until(() => isShown(element), 'the frame');
  });

  it('and ignores two different ones in one message, objects that are not plain, and too deep ones', async () => {
    const element = await silent();
    const to = (url: string) => ({ goTo: url });
    for (const data of [
      { one: { kind: 'shown' }, two: { kind: 'service.embed.exit' } },
      { kind: 'service.embed.return', one: to(goal), two: to('https://gym.example/other') },
      { list: [{ kind: 'shown' }] },
      { map: new Map([['kind', 'shown']]) },
      { kind: 'shown', payload: new Map() },
      { a: { b: { c: { d: { e: { kind: 'shown' } } } } } },
      JSON.parse('{"__proto__": {"kind": "shown"}}'),
    ])
      await say(element, data);
    await nextTask();
    equal([left, isShown(element), panelOf(element)], [[], false, null]);
  });

  it('under such names from no other origin and no other window [EMB-09]', async () => {
    const element = await silent();
    await say(element, { kind: 'shown' });
    await until(() => isShown(element), 'the frame');
    const data = { kind: 'service.embed.return', goTo: goal };
    const source = frameOf(element)?.contentWindow ?? null;
    dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source }));
    dispatchEvent(new MessageEvent('message', { data, origin: new URL(pageUrl()).origin, source: window }));
    postMessage(data, '*');
    await atRest(() => left.length);
    equal(left, []);
  });
});
