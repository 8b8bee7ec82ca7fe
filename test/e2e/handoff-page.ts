/** A partner's page with only `<dx-handoff>` on it, under the strictest policy that still works. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import { shared } from '../support/ask-made-once.ts';
import { serve } from '../support/serve.ts';
import { coBrandedOfFile } from '../support/server-of-test.ts';

interface Embedding {
  server: string;
  subjectToken: string;
  handoff: OpenHandoff;
  /** What the policy lets be framed. */
  frameSource: string;
}

interface HandoffPage {
  url: string;
  /** What the page embeds from now on. */
  embed(embedding: Embedding): void;
  close(): Promise<void>;
}

const widget = fileURLToPath(new URL('../../widget/dist/cdn/', import.meta.url));
const script = `
const given = JSON.parse(document.querySelector('#handoff').textContent);
window.received = [];
for (const type of ['dx-handoff-step', 'dx-handoff-complete', 'dx-error'])
  addEventListener(type, (event) => received.push({ type, detail: event.detail }));
document.querySelector('dx-handoff').handoff = given;
`;

const document = ({ server, subjectToken, handoff }: Embedding) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>A gym</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css">
<script type="module" src="/widget/loader.js"></script>
<main><h1>Your scan</h1><button id="before">A button of the page</button>
<dx-handoff server="${server}" subject-token="${subjectToken}"></dx-handoff></main>
<script id="handoff" type="application/json">${JSON.stringify(handoff).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/page.js"></script></html>`;

const policy = ({ server, frameSource }: Embedding) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src ${server}`,
    `frame-src ${frameSource}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dx-lit-handoff',
  ].join('; ');

async function openHandoffPage(): Promise<HandoffPage> {
  let embedding: Embedding | undefined;
  const { url: pageUrl, close } = await serve(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site.invalid');
    const file = /^\/widget\/([\w-]+\.js)$/.exec(pathname)?.[1];
    if (file !== undefined) {
      response.setHeader('content-type', 'text/javascript');
      return response.end(await readFile(widget + file).catch(() => ''));
    }
    if (pathname === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script);
    if (pathname === '/page.css')
      return response
        .setHeader('content-type', 'text/css')
        .end('body { font-family: sans-serif; max-inline-size: 800px; margin: 16px auto; padding: 0 16px }');
    if (embedding === undefined) return response.writeHead(404).end();
    response.setHeader('content-security-policy', policy(embedding));
    response.setHeader('content-type', 'text/html').end(document(embedding));
  });
  return {
    url: pageUrl,
    embed(given) {
      embedding = given;
    },
    close,
  };
}

/** Opens the page for all tests of a file, and the server that it calls. */
export async function handoffOfFile() {
  await shared('pages');
  const site = await openHandoffPage();
  afterAll(() => site.close());
  return { site, service: await coBrandedOfFile({ env: { ORIGINS: site.url } }) };
}
