/** <dx-booking> as our server serves it, over the sandbox; usable once a test can be chosen. */
import { fileURLToPath } from 'node:url';
import { limits, weigh } from '../../../widget/build/budgets.ts';
import { startPageServer } from '../page-server.ts';
import { startPartner } from '../partner.ts';
import type { SlowLine } from '../slow-line.ts';
import { type Embed, page } from './embed.ts';

const widget = fileURLToPath(new URL('../../../widget/dist/cdn', import.meta.url));
const ready = `document.querySelector('dx-booking')?.shadowRoot?.querySelector('dx-place-step')?.shadowRoot?.querySelector('.tests button') != null`;

/** In the drawing of the element, or in the markup of the page. */
const seen = `[...(document.querySelector('dx-booking')?.shadowRoot?.querySelectorAll('*') ?? [])].some(({ shadowRoot }) => shadowRoot?.querySelector('.tests button') != null)`;

const mostVisits = 20;

/** With the tags of the guide (widget/README.md). */
export async function ours(line: SlowLine): Promise<Embed> {
  const weights = weigh(widget, limits);
  const journey = weights.find(({ name }) => name === 'whole journey');
  return served(line, { name: '<dx-booking>', closureBytes: journey?.bytes ?? 0 });
}

/**
 * The first step as markup in the page (server/first-step.md).
 * @param place whether the server is on the origin of the page
 */
export const oursAsMarkup = (line: SlowLine, place: 'same origin' | 'other origin'): Promise<Embed> =>
  served(line, {
    name: '<dx-booking> with its markup',
    markup: async (direct) => (await fetch(`${direct}/first-step`)).text(),
    isSameOrigin: place === 'same origin',
    closureBytes: 0,
  });

/** The page and the server have different origins on the line, unless `isSameOrigin`. */
async function served(
  line: SlowLine,
  {
    name,
    markup = async () => '',
    isSameOrigin = false,
    closureBytes,
  }: {
    name: string;
    /** What the tag contains. @param direct the address of the server beside the line */
    markup?: (direct: string) => Promise<string>;
    isSameOrigin?: boolean;
    closureBytes: number;
  },
): Promise<Embed> {
  let own = '';
  const site = await startPageServer(line, isSameOrigin ? () => own : undefined);
  const server = isSameOrigin ? site.origin : await line.to(() => own);
  const partner = await startPartner({ PUBLIC_URL: server, ORIGINS: site.origin });
  own = partner.url;
  const path = (visit: number) => `/${visit}.html`;
  const head = `<script type="module" src="${server}/widget/v1/loader.js"></script>`;
  const content = await markup(own);
  const tag = (visit: number) =>
    `<dx-booking server="${server}" subject-token="user-${visit}" subject-token-type="urn:example:user">${content}</dx-booking>`;
  const visits = Array.from({ length: mostVisits }, (_, visit) => visit);
  site.serve(new Map(visits.map((visit) => [path(visit), page(head, tag(visit))])));
  return {
    name,
    origin: site.origin,
    blankUrl: site.blankUrl,
    path,
    ready,
    seen,
    closureBytes,
    async stop() {
      await site.stop();
      await partner.stop();
    },
  };
}
