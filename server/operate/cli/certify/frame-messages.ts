/** Shows a page in a frame in a headless browser and collects the messages that it posts to its parent. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../../core/clock.ts';

const flags = [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const pauseMs = 100;

/** The page to frame, and how long to collect its messages. */
export interface FramePage {
  /** Address of the framed page. */
  url: string;
  /** Path of the browser. */
  browser: string;
  /** How long to wait for the first message, in milliseconds. */
  waitMs: number;
  /** How long to wait for each further message, in milliseconds. */
  quietMs: number;
  /** Called with all messages so far; true ends the collection early. */
  isEnough: (messages: unknown[]) => boolean;
  clock: Clock;
}

/**
 * Frames a page and collects the messages from its window with its origin.
 * @returns the messages in order; null if the browser exited before the first one
 */
export async function collectFrameMessages({
  url,
  browser,
  waitMs,
  quietMs,
  isEnough,
  clock,
}: FramePage): Promise<unknown[] | null> {
  const messages: unknown[] = [];
  let endsAt = clock.elapsed() + waitMs;
  const onMessage = (message: unknown) => {
    messages.push(message);
    endsAt = clock.elapsed() + quietMs;
  };
  const server = createServer(parentPage(url, onMessage));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const profile = await mkdtemp(join(tmpdir(), 'dx-certify-'));
  // Chromium has no sandbox for root and does not start without this flag.
  const own = [`--user-data-dir=${profile}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const running = spawn(
    browser,
    [...flags, ...own, '--remote-debugging-port=0', `http://127.0.0.1:${port}/`],
    {
      stdio: 'ignore',
    },
  );
  let ended = false;
  const end = new Promise<void>((done) => {
    running.once('error', () => done());
    running.once('exit', () => done());
  }).then(() => {
    ended = true;
  });
  try {
    while (!ended && clock.elapsed() < endsAt && !isEnough(messages)) await clock.sleep(pauseMs);
    return ended && messages.length === 0 ? null : messages;
  } finally {
    running.kill('SIGKILL');
    await end;
    server.close();
    server.closeAllConnections();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Serves the parent page, whose script forwards the messages to `/message`. */
const parentPage =
  (url: string, onMessage: (message: unknown) => void): RequestListener =>
  async (request, response) => {
    if (request.url === '/message' && request.method === 'POST') {
      const { data } = JSON.parse(await text(request)) as { data?: unknown };
      onMessage(data);
      response.writeHead(204).end();
    } else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(documentOf(url));
    } else response.writeHead(404).end();
  };

const documentOf = (url: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>certify</title>
<iframe id="framed" width="800" height="600"></iframe>
<script>
const framed = document.getElementById('framed');
const url = ${JSON.stringify(url).replaceAll('<', '\\u003c')};
addEventListener('message', ({ source, origin, data }) => {
  if (source !== framed.contentWindow || origin !== new URL(url).origin) return;
  fetch('/message', { method: 'POST', body: JSON.stringify({ data }) });
});
framed.src = url;
</script></html>`;
