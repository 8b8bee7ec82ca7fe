/**
 * The built <dx-booking> at a step with a given number of places or days. One server serves the page and the responses.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from '../../../examples/build-pages.ts';
import type { Shows } from '../../../server/contract/journey-api/views.ts';
import { limits, weigh } from '../../../widget/build/budgets.ts';
import { placeResults, placeView } from '../../widget/gallery/places.ts';
import { viewOf } from '../../widget/gallery/states.ts';
import { startPageServer } from '../page-server.ts';
import { page } from './embed.ts';

export interface Crowded {
  url: string;
  show(shows: Shows): void;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function crowded(): Promise<Crowded> {
  await buildPages(root, () => {});
  const widget = join(root, 'widget/dist/cdn');
  const built = new Map<string, string | Buffer>();
  const journey = weigh(widget, limits).find(({ name }) => name === 'whole journey');
  for (const file of journey?.files ?? []) built.set(`/${file}`, await readFile(join(widget, file)));
  const server = await startPageServer();
  const tag = '<dx-booking server="/api" subject-token="anybody"></dx-booking>';
  const index = page('<script type="module" src="/loader.js"></script>', tag);
  const token = JSON.stringify({ access_token: 'one', token_type: 'DPoP', expires_in: 600 });
  return {
    url: `${server.origin}/index.html`,
    show(shows) {
      const view = JSON.stringify(viewOf(shows));
      server.serve(
        new Map([...built, ['/index.html', index], ['/api/token', token], ['/api/journeys', view]]),
      );
    },
    stop: server.stop,
  };
}

export function manyPlaces(count: number): Shows {
  const { results } = placeResults;
  if (results === null) throw new Error('the places to show are gone');
  const within_radius = Array.from({ length: count }, (_, index) =>
    placeView({ address_line_1: `${index + 1} Example Street`, distance_miles: index / 10 }),
  );
  return { ...placeResults, results: { ...results, within_radius, total: count, total_pages: 1 } };
}

/** A time every quarter of an hour from eight to six, on every day. */
export function manyDays(count: number): Shows {
  const two = (number: number) => String(number).padStart(2, '0');
  const clocks = Array.from(
    { length: 41 },
    (_, index) => `${two(8 + Math.floor(index / 4))}:${two((index % 4) * 15)}`,
  );
  const dates = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(2026, 10, 2 + index)).toISOString().slice(0, 10);
    return { date, times: clocks.map((clock) => `${date}T${clock}:00-06:00`) };
  });
  return {
    step: 'times',
    place: placeView(),
    dates,
    timezone: null,
    chosen: null,
    taken: null,
    sends_request: false,
  };
}
