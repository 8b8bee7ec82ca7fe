/** Each way of consent and each way of orders that a key can be provisioned with, from the first step to the results, in one browser (Configuration; CFG-05, CFG-06, ENV-10, ENV-11). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { consentModes, physicianModes } from '../../server/contract/upstream-api/configuration.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { shared } from '../support/ask-made-once.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { folderOfFile } from '../support/folders.ts';
import { type JournalEntry, Sandbox } from '../support/sandbox.ts';
import { pdf } from '../support/upload-document.ts';
import { Clinician } from './clinician.ts';
import { recordEvents } from './page-state.ts';
import { seedConsent } from './seeded.ts';
import { Visitor } from './visitor.ts';

/** Uploads the PDF after another file, fills in who signed it and when, sends it, and waits for the verdict. */
async function handInConsent(visitor: Visitor, buffer: Buffer): Promise<void> {
  const { booking, button, textbox, page } = visitor;
  const file = booking.getByLabel('Signed PDF');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expectPage(booking.getByText('This file isn’t a PDF. Choose a PDF.').first()).toBeVisible();
  await file.setInputFiles({ name: 'consent.pdf', mimeType: 'application/pdf', buffer });
  await expectPage(booking.getByText(/^Uploaded/)).toBeVisible();
  await textbox('Name of the person who signed').fill('Maren Okonski');
  for (const [name, value] of [
    ['Month', '1'],
    ['Day', '5'],
    ['Year', '2026'],
  ] as const)
    await textbox(name).fill(value);
  await visitor.tickAll();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button('Send document').click();
  await expectPage(booking.getByRole('heading', { name: 'We’re checking your document' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
}

const browser = await browserOfFile();
let stack: Stack;
let sandbox: Sandbox;
const dataDir = folderOfFile();

beforeAll(async () => {
  const assumptions = join(dataDir, 'assumptions.json');
  await writeFile(assumptions, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
  const env = { ASSUMPTIONS_FILE: assumptions, STRUCTURED_PHYSICIAN_ENABLED: 'true' };
  await shared('pages');
  stack = await startStack({ quiet: true, dataDir, ports: { sandbox: 0, server: 0, site: 0 }, env });
  sandbox = new Sandbox(stack.sandboxUrl);
  await sandbox.settings({ evidence_processing_seconds: 1, physician_artifact_seconds: 1 });
});
afterAll(async () => {
  await stack?.stop();
});

/** Each mode at least once. The two choices do not depend on each other. */
const combinations = physicianModes.map((physician, at) => ({
  consent: consentModes[at % consentModes.length] ?? 'service_consent_api',
  physician,
}));

/** The writes of one booking by where they go, in order; ids left out. */
const writesIn = (requests: JournalEntry[]) =>
  requests
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/'))
    .map(({ path }) => path.replace(/[0-9a-f-]{36}/g, '*').replace('/v1/', ''));

const consentWrites = {
  service_consent_api: ['api-first/consent-sessions', 'api-first/consent-sessions/*/finalize'],
  api_partner_pdf: ['api-first/consent-evidence', 'api-first/consent-evidence/*/upload-sessions/*/complete'],
};
const physicianWrites = {
  service_service: [],
  structured_api: [
    'api-first/appointments/*/physician-order-sessions',
    'api-first/physician-order-sessions/*/finalize',
  ],
  api_partner_pdf: [
    'api-first/appointments/*/physician-order-evidence',
    'api-first/physician-order-evidence/*/upload-sessions/*/complete',
  ],
};

it.each(combinations)(
  'consent by $consent and the order by $physician ends in results that the customer reads [CFG-05] [CFG-06] [UPL-11]',
  async ({ consent, physician }) => {
    const prefix = await keyPrefix();
    await sandbox.changeKey(prefix, {
      customer_consent_mode: consent,
      physician_order_mode: physician,
    });
    const before = (await sandbox.requests()).length;

    const customer = await Visitor.arrive(browser, stack.siteUrl);
    const events = await recordEvents(customer.page);
    const called = new Set<string>();
    customer.page.on('request', (request) => called.add(new URL(request.url()).origin));
    // The steps before are the same in each configuration: booking.test.ts takes them in the browser.
    const onPaper = consent === 'api_partner_pdf';
    await seedConsent(customer, stack, onPaper ? 'document' : 'consent');
    await customer.bookFromConsent(
      'DEXA',
      async () => {},
      onPaper ? () => handInConsent(customer, pdf(20_000)) : null,
    );
    const details = events().flatMap(({ type, detail }) => (type === 'dx-sent' ? [detail] : []));
    const [{ appointment_id: id } = { appointment_id: 'none' }] = details as { appointment_id: string }[];

    if (physician !== 'service_service') {
      const clinician = await Clinician.open(browser, stack.siteUrl, id);
      if (physician === 'structured_api') await clinician.signOnThePage();
      else await clinician.handInPdf(pdf(20_000));
      expect(clinician.faults).toEqual([]);
      await clinician.leave();
    }
    for (const to of ['confirmed', 'results_in_progress', 'results_ready'])
      await sandbox.transition(id, { to });

    await readResults(customer);
    called.delete('null');
    expect(called).toEqual(new Set([stack.siteUrl, stack.serverUrl]));
    expect(customer.faults).toEqual([]);
    await customer.leave();
    const writes = writesIn((await sandbox.requests()).slice(before));
    expect(writes.toSorted()).toEqual(
      [
        'api-first/identities',
        ...consentWrites[consent],
        'orders',
        'appointments/*/scheduling-questionnaire',
        'appointments/*/schedule',
        ...physicianWrites[physician],
      ].sort(),
    );
  },
);

/** Of the key that the clinic's server holds. */
async function keyPrefix(): Promise<string> {
  const used = (await sandbox.requests()).find((request) => request.api_key_prefix !== null);
  if (!used?.api_key_prefix) throw new Error('the server has not used its key yet');
  return used.api_key_prefix;
}

async function readResults({ page }: Visitor): Promise<void> {
  await page.goto(`${stack.siteUrl}/appointments`);
  const room = page.locator('dx-appointments');
  await room.getByRole('button', { name: 'See results' }).click();
  await expectPage(room.getByRole('heading', { name: / results$/ })).toBeFocused();
  await room.getByText('Show as a table', { exact: true }).click();
  expect(await room.getByRole('row').count()).toBeGreaterThan(2);
  const saving = page.waitForEvent('download');
  await room.getByRole('button', { name: 'Download for a spreadsheet (CSV)' }).click();
  const [head = '', ...rows] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n');
  expect(head).toContain('"Unit"');
  expect(rows.some((row) => /"(lb|kg|%|g\/cm²|lbs)"/.test(row))).toBe(true);
}
