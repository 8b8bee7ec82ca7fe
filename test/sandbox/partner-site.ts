/** A partner's page that frames another one and records each message that it receives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright';
import { expect } from 'vitest';

export interface Message {
  origin: string;
  data: { type: string; payload: Record<string, unknown> };
}

export interface PartnerSite {
  url: string;
  close(): Promise<void>;
}

export function framingPage(framed: string, attributes = ''): string {
  const address = framed.replaceAll('"', '&quot;');
  return `<!doctype html><title>Partner</title><script>
    window.messages = [];
    addEventListener('message', ({ origin, data }) => window.messages.push({ origin, data }));
  </script><iframe title="Scheduling" width="600" height="700" src="${address}" ${attributes}></iframe>`;
}

export async function openPartnerSite(): Promise<PartnerSite> {
  const server = createServer(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://127.0.0.1');
    response.setHeader('content-type', 'text/html');
    response.end(
      framingPage(searchParams.get('frame') ?? 'about:blank', searchParams.get('attributes') ?? ''),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function visitFramed(
  page: Page,
  site: PartnerSite,
  framed: string,
  attributes = '',
): Promise<FrameLocator> {
  await page.goto(`${site.url}/?${new URLSearchParams({ frame: framed, attributes })}`);
  return page.frameLocator('iframe');
}

export function messagesOf(page: Page): Promise<Message[]> {
  return page.evaluate(() => (window as unknown as { messages: Message[] }).messages);
}

/** Waits for a message of that name. @returns the payload of the last one */
export async function payloadOf(page: Page, name: string): Promise<Record<string, unknown>> {
  const found = async () =>
    (await messagesOf(page)).findLast(({ data }) => data.type === `service.embed.${name}`);
  await expect.poll(found, { timeout: 5000, message: `service.embed.${name}` }).toBeDefined();
  return (await found())?.data.payload ?? {};
}
