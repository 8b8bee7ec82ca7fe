/** A partner's site that serves the page of a test and the built widget under two names: two origins. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '../support/serve.ts';

interface PlainPage {
  body: string;
  /** A Content Security Policy. @default none */
  policy?: string;
}

export interface PlainSite {
  /** The origin that a server may list. */
  url: string;
  /** The same pages under another origin. */
  otherUrl: string;
  /** What every path without a file serves from now on, except `/framed`. */
  page: PlainPage;
  /** What `/framed` serves, for the frames of a page. */
  framed: PlainPage;
  close(): Promise<void>;
}

const widget = fileURLToPath(new URL('../../widget/dist/cdn/', import.meta.url));
const document = ({ body }: PlainPage) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>A page</title><link rel="icon" href="data:,">
<style>body { font-family: sans-serif; margin: 16px }</style>
<script type="module" src="/widget/loader.js"></script>${body}</html>`;

export async function openPlainSite(): Promise<PlainSite> {
  const served = await serve(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site.invalid');
    const file = /^\/widget\/([\w-]+\.js)$/.exec(pathname)?.[1];
    if (file !== undefined) {
      const text = await readFile(widget + file).catch(() => null);
      // A page without an origin of its own may load them too.
      const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
      return text === null ? response.writeHead(404).end() : response.writeHead(200, headers).end(text);
    }
    const page = pathname === '/framed' ? site.framed : site.page;
    if (page.policy !== undefined) response.setHeader('content-security-policy', page.policy);
    response.setHeader('content-type', 'text/html').end(document(page));
  });
  const site: PlainSite = {
    url: served.url,
    otherUrl: `http://localhost:${served.port}`,
    page: { body: '' },
    framed: { body: '' },
    close: served.close,
  };
  return site;
}
