/** <dx-booking> as our server serves it, over the sandbox; usable once a test can be chosen. */
import { fileURLToPath } from 'node:url';
import { limits, weigh } from '../../../widget/build/budgets.ts';
import { earlierVersion } from '../earlier-version.ts';
import { startPageServer } from '../page-server.ts';
import { main, startPartner } from '../partner.ts';
import type { SlowLine } from '../slow-line.ts';
import { type Embed, page } from './embed.ts';

const widget = fileURLToPath(new URL('../../../widget/dist/cdn', import.meta.url));
const ready = `document.querySelector('dx-booking')?.shadowRoot?.querySelector('dx-place-step')?.shadowRoot?.querySelector('.tests button') != null`;

const mostVisits = 20;

/** With the tags of the guide (widget/README.md). */
export async function ours(line: SlowLine): Promise<Embed> {
  const weights = weigh(widget, limits);
  const journey = weights.find(({ name }) => name === 'whole journey');
  const files = (server: string) => `${server}/widget/v1`;
  const head = (server: string) =>
    `<link rel="modulepreload" href="${files(server)}/opening.js"><script type="module" src="${files(server)}/loader.js"></script>`;
  return served(line, { name: '<dx-booking>', program: main, head, closureBytes: journey?.bytes ?? 0 });
}

/** An earlier build, with the tag of its own guide; its server did not compress. */
export async function earlier(line: SlowLine, commit: string): Promise<Embed> {
  const program = earlierVersion(commit);
  if (program === null) throw new Error(`this clone lacks ${commit}`);
  const head = (server: string) => `<script type="module" src="${server}/widget/loader.js"></script>`;
  return served(line, { name: `<dx-booking> at ${commit}`, program, head, closureBytes: 0 });
}

/** The page and the server have different origins on the line. */
async function served(
  line: SlowLine,
  {
    name,
    program,
    head,
    closureBytes,
  }: { name: string; program: string; head: (server: string) => string; closureBytes: number },
): Promise<Embed> {
  const site = await startPageServer(line);
  let own = '';
  const server = await line.to(() => own);
  const partner = await startPartner({ PUBLIC_URL: server, ORIGINS: site.origin }, undefined, program);
  own = partner.url;
  const path = (visit: number) => `/${visit}.html`;
  const tag = (visit: number) =>
    `<dx-booking server="${server}" subject-token="user-${visit}" subject-token-type="urn:example:user"></dx-booking>`;
  const visits = Array.from({ length: mostVisits }, (_, visit) => visit);
  site.serve(
    new Map([
      ...visits.map((visit) => [path(visit), page(head(server), tag(visit))] as const),
      ['/blank.html', page('', '')],
    ]),
  );
  return {
    name,
    origin: site.origin,
    blankUrl: `${site.directOrigin}/blank.html`,
    path,
    ready,
    closureBytes,
    async stop() {
      await site.stop();
      await partner.stop();
    },
  };
}
