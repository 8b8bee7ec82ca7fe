/**
 * Nylas' scheduling element. The page's own server responds to its two requests. It is usable once a day can be chosen.
 */
import { compressedBytes, startPageServer } from '../page-server.ts';
import type { SlowLine } from '../slow-line.ts';
import { bundled } from './bundle.ts';
import { type Embed, page } from './embed.ts';

/** 2.6.0 depends on a release of @nylas/core that the registry does not have. */
const version = '2.5.18';

const entry = `
import { defineCustomElement } from '@nylas/web-elements/dist/components/nylas-scheduling.js';
defineCustomElement();
`;

const settings = {
  configuration_id: '00000000-0000-4000-8000-000000000001',
  app_client_id: '00000000-0000-4000-8000-000000000002',
  scheduler: {
    available_days_in_future: 60,
    min_cancellation_notice: 0,
    min_booking_notice: 0,
    cancellation_policy: '',
  },
  organizer: { name: 'Example Clinic', email: 'desk@clinic.example' },
  slug: '',
  appearance: {},
  booking_type: 'booking',
  name: 'Example',
};

/** Four half hours on each of 60 days, today among them. */
function slots() {
  const first = Math.ceil(Date.now() / 3_600_000) * 3600;
  return Array.from({ length: 240 }, (_, index) => {
    const start_time = first + Math.floor(index / 4) * 86_400 + (index % 4) * 1800;
    return { start_time, end_time: start_time + 1800, emails: ['desk@clinic.example'] };
  });
}

export async function nylas(line: SlowLine): Promise<Embed> {
  const { files } = await bundled('@nylas/web-elements', version, entry);
  const server = await startPageServer(line);
  const head = '<script type="module" src="/page.js"></script>';
  const body = `<nylas-scheduling scheduler-api-url="${server.origin}" configuration-id="${settings.configuration_id}"></nylas-scheduling>`;
  server.serve(
    new Map<string, string | Buffer>([
      ...files,
      ['/index.html', page(head, body)],
      ['/v3/scheduling/ui-settings', JSON.stringify({ data: settings })],
      ['/v3/scheduling/availability', JSON.stringify({ data: { order: [], time_slots: slots() } })],
    ]),
  );
  return {
    name: `@nylas/web-elements ${version} scheduling`,
    origin: server.origin,
    blankUrl: server.blankUrl,
    path: () => '/index.html',
    ready: `document.querySelector('nylas-scheduling')?.shadowRoot?.querySelector('nylas-date-picker')?.shadowRoot?.querySelector('button.date:not([disabled])') != null`,
    closureBytes: compressedBytes(files.values()),
    stop: server.stop,
  };
}
