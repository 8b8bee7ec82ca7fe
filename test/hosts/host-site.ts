/** A partner's site under two origins. Each path serves the page that a test gave it. */
import { serve } from '../support/serve.ts';

/** What one path serves. */
export interface HostPage {
  text: string;
  headers?: Record<string, string>;
}

export interface HostSite {
  /** The origin that the server lists. */
  url: string;
  /** The same pages under an origin that it does not list. */
  otherUrl: string;
  pages: Map<string, HostPage>;
  close(): Promise<void>;
}

export async function openHostSite(): Promise<HostSite> {
  const pages = new Map<string, HostPage>();
  const { url, port, close } = await serve(({ url = '/' }, response) => {
    const page = pages.get(url);
    if (page === undefined) response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
    else
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.text);
  });
  return {
    url,
    otherUrl: `http://localhost:${port}`,
    pages,
    close,
  };
}
