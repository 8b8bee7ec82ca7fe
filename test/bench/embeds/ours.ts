/** <dx-booking> over the real server and sandbox; usable once a test can be chosen. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from '../../../examples/build-pages.ts';
import { limits, weigh } from '../../../widget/budgets.ts';
import { startPageServer } from '../page-server.ts';
import { startPartner } from '../partner.ts';
import { type Embed, page } from './embed.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const widget = join(root, 'widget/dist/cdn');

export async function ours(): Promise<Embed> {
  await buildPages(root, () => {});
  const journey = weigh(widget, limits).find(({ name }) => name === 'whole journey');
  const closure = new Map<string, Buffer>();
  for (const file of journey?.files ?? []) closure.set(`/${file}`, await readFile(join(widget, file)));
  const server = await startPageServer();
  const partner = await startPartner({ ORIGINS: server.origin });
  const head = '<script type="module" src="/loader.js"></script>';
  const body = `<dx-booking server="${partner.url}" subject-token="user-first-step" subject-token-type="urn:example:user"></dx-booking>`;
  server.serve(
    new Map<string, string | Buffer>([
      ...closure,
      ['/index.html', page(head, body)],
      ['/blank.html', page('', '')],
    ]),
  );
  return {
    name: '<dx-booking>',
    origin: server.origin,
    path: '/index.html',
    ready: `document.querySelector('dx-booking')?.shadowRoot?.querySelector('dx-place-step')?.shadowRoot?.querySelector('.tests button') != null`,
    closure,
    async stop() {
      await server.stop();
      await partner.stop();
    },
  };
}
