/** A conformance run and the messages of the hosted page in a real browser, for the sandbox's page and one that wraps its messages (GAP-94, GAP-99). */
import { expect, it, onTestFinished } from 'vitest';
import { dataOf } from '../../second-service/differences.ts';
import { findChromium } from '../../support/find-browsers.mjs';
import { operator } from '../../support/operator.ts';
import type { Rewrite } from '../../support/recording-proxy.ts';
import { serve } from '../../support/serve.ts';
import { learn } from './learn.ts';

const coBranded = { flow: 'co_branded' };

async function run(over: { rewrite?: Rewrite; env?: Record<string, string> }) {
  const installation = await operator({ key: coBranded, ...over });
  installation.env.CHROMIUM_PATH ??= (await findChromium()) ?? '';
  return learn(installation, { area: ['handoff'] });
}

/** A hosted page that posts these. */
async function hostedPage(messages: unknown[]): Promise<string> {
  const posts = messages.map((message) => `parent.postMessage(${JSON.stringify(message)}, '*');`).join('');
  const { url, close } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>${posts}</script>`);
  });
  onTestFinished(close);
  return `${url}/page`;
}
const answering = (answer: object): Rewrite => dataOf(/\/schedule-handoff$/, () => answer);
const later = () => new Date(Date.now() + 3_600_000).toISOString();

it("receives the messages of the sandbox's hosted page", async () => {
  const { code, differing, output } = await run({});
  expect(differing).toEqual([]);
  expect(code).toBe(0);
  expect(output).not.toContain('CHROMIUM_PATH');
});

it('adds the names of an answer and of messages that are wrapped', async () => {
  const url = await hostedPage([
    { vendor: 1, event_data: { kind: 'clinic:ready' } },
    { vendor: 1, event_data: { kind: 'clinic:resize', size: { tall: 480 } } },
  ]);
  const { code, open, output, file } = await run({
    rewrite: answering({ link: { page: url, until: later(), shown_as: 'iframe' } }),
  });
  expect(code).toBe(1);
  expect(output).toMatch(/^MUST handoff\/messages/m);
  expect(open).toEqual([]);
  expect(file).toEqual({
    handoff: { urlKeys: ['page'], expiryKeys: ['until'], modeKeys: ['shown_as'] },
    embed: {
      typeKeys: ['kind'],
      heightKeys: ['tall'],
      types: { ready: ['clinic:ready'], resize: ['clinic:resize'] },
    },
  });
});

it('leaves the choice of two addresses to a person', async () => {
  const { differing, output, file } = await run({
    rewrite: answering({ page: 'https://pages.example/1', help: 'https://pages.example/help' }),
  });
  expect(differing.join()).toContain('Set handoff.urlKeys: a person has to choose among "page", "help"');
  expect(output).toContain('Say which field of the handoff has the address of the page');
  expect(file).toEqual({});
});

it('reports that the messages need a browser if there is none', async () => {
  const { code, output } = await run({ env: { CHROMIUM_PATH: '/nowhere/chromium' } });
  expect(code).toBe(0);
  expect(output).toMatch(/^Not tried: 2 × .*CHROMIUM_PATH/m);
});
