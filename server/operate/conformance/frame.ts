/** Shows a page in a frame of a headless browser, and collects the messages that it posts to its parent. */
import { spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const flags = [
  ...['--headless', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  // The browser ends with this process, also if it is killed: then the pipe closes.
  ...['--disable-component-update', '--disable-sync', '--remote-debugging-pipe'],
];
/** How long a page may take to post its messages, once it has loaded. */
const postingMs = 20_000;
/** How long a browser may take to start, and to load the page. A busy machine takes half a minute. */
const loadingMs = 120_000;

/**
 * Frames a page, and collects the messages from its window with its origin, until 20 seconds after it has loaded.
 * @param browser the path of a Chromium
 * @param isEnough gets all messages so far, and ends the collection
 */
export async function framedMessages(
  url: string,
  browser: string,
  isEnough: (messages: unknown[]) => boolean,
): Promise<unknown[]> {
  const messages: unknown[] = [];
  const events = new EventEmitter();
  const posted = on(events, 'message', { close: ['end'] });
  const end = () => void events.emit('end');
  const endAfter = (ms: number) => AbortSignal.timeout(ms).addEventListener('abort', end);
  const server = createServer(
    parentPage(url, {
      '/message': ({ data }) => void events.emit('message', data),
      '/loaded': () => endAfter(postingMs),
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const profile = await mkdtemp(join(tmpdir(), 'dx-conformance-'));
  // Chromium has no sandbox for root, and does not start without this flag.
  const own = [`--user-data-dir=${profile}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const parent = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const running = spawn(browser, [...flags, ...own, parent], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((done) => running.once('error', done).once('exit', done));
  ended.then(end);
  endAfter(loadingMs);
  try {
    for await (const [message] of posted) {
      messages.push(message);
      if (isEnough(messages)) break;
    }
    return messages;
  } finally {
    running.kill('SIGKILL');
    await ended;
    server.close().closeAllConnections();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Serves the parent page. @param told what the page's script calls with JSON, by the path that it posts to */
const parentPage =
  (url: string, told: Record<string, (body: { data?: unknown }) => void>): RequestListener =>
  async (request, response) => {
    const tell = told[request.url ?? ''];
    if (tell && request.method === 'POST') {
      tell(JSON.parse(await text(request)));
      response.writeHead(204).end();
    } else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(documentOf(url));
    } else response.writeHead(404).end();
  };

const documentOf = (url: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>conformance</title>
<iframe id="framed" width="800" height="600"></iframe>
<script>
const framed = document.getElementById('framed');
const url = ${JSON.stringify(url).replaceAll('<', '\\u003c')};
let told = Promise.resolve();
// One after the other: requests that are sent at once may arrive in another order.
const tell = (path, body) => void (told = told.then(() => fetch(path, { method: 'POST', body: JSON.stringify(body) })));
addEventListener('message', ({ source, origin, data }) => {
  if (source === framed.contentWindow && origin === new URL(url).origin) tell('/message', { data });
});
framed.addEventListener('load', () => tell('/loaded', {}));
framed.src = url;
</script></html>`;
