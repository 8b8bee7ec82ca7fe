/**
 * Adyen's Drop-in with Card; the page supplies its payment methods. Its card fields are frames from Adyen's own host
 * and cannot be shown here. The bench counts it as usable when the form around them exists, and does not count their
 * bytes.
 */
import { compressedBytes, startPageServer } from '../page-server.ts';
import type { SlowLine } from '../slow-line.ts';
import { bundled } from './bundle.ts';
import { type Embed, page } from './embed.ts';

const version = '6.45.2';

const entry = `
import { AdyenCheckout, Card, Dropin } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';
const here = location.origin + '/test/';
const checkout = await AdyenCheckout({
  environment: 'test',
  _environmentUrls: { api: here, analytics: here, cdn: { images: here, translations: here } },
  clientKey: 'test_' + 'A'.repeat(32),
  locale: 'en-US',
  countryCode: 'US',
  amount: { value: 14900, currency: 'USD' },
  analytics: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Card', brands: ['visa', 'mc', 'amex'] }] },
});
new Dropin(checkout, { paymentMethodComponents: [Card], openFirstPaymentMethod: true }).mount('#place');
`;

export async function adyen(line: SlowLine): Promise<Embed> {
  const { files, style } = await bundled('@adyen/adyen-web', version, entry);
  const server = await startPageServer(line);
  const head = `<link rel="stylesheet" href="${style}"><script type="module" src="/page.js"></script>`;
  server.serve(
    new Map<string, string | Buffer>([
      ...files,
      ['/index.html', page(head, '<div id="place"></div>')],
      ['/test/v3/analytics', JSON.stringify({ checkoutAttemptId: 'none' })],
    ]),
  );
  return {
    name: `@adyen/adyen-web ${version} Drop-in with Card, its card fields not waited for`,
    origin: server.origin,
    blankUrl: server.blankUrl,
    path: () => '/index.html',
    ready: `document.querySelector('#place .adyen-checkout__card-input') !== null`,
    closureBytes: compressedBytes(files.values()),
    stop: server.stop,
  };
}
