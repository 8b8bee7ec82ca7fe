/** A customer whose partner is provisioned for consent by PDF uploads it in a real browser; combinations.test.ts books on it to the end. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { folderOfFile } from '../support/folders.ts';
import { Sandbox } from '../support/sandbox.ts';
import { pdf } from '../support/upload-document.ts';
import { seedConsent } from './seeded.ts';
import { Visitor } from './visitor.ts';

const browser = await browserOfFile();
let stack: Stack;
const dataDir = folderOfFile();

beforeAll(async () => {
  const assumptions = join(dataDir, 'assumptions.json');
  await writeFile(assumptions, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
  const ports = { sandbox: 0, server: 0, site: 0 };
  stack = await startStack({ quiet: true, dataDir, ports, env: { ASSUMPTIONS_FILE: assumptions } });
  const sandbox = new Sandbox(stack.sandboxUrl);
  const { prefix } = await sandbox.permanentKey();
  await sandbox.changeKey(prefix, { customer_consent_mode: 'api_partner_pdf' });
  await sandbox.settings({ evidence_processing_seconds: 1 });
});
afterAll(async () => {
  await stack?.stop();
});

it('sees what is wrong with a file, uploads the right one, waits for the verdict and continues [UPL-11]', async () => {
  const customer = await Visitor.arrive(browser, stack.siteUrl);
  const calls: string[] = [];
  customer.page.on('request', (request) => calls.push(new URL(request.url()).origin));
  await seedConsent(customer, stack, 'document');
  const file = customer.booking.getByLabel('Signed PDF');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expectPage(customer.booking.getByText('This file isn’t a PDF. Choose a PDF.').first()).toBeVisible();
  await file.setInputFiles({ name: 'consent.pdf', mimeType: 'application/pdf', buffer: pdf(300_000) });
  await expectPage(customer.booking.getByText(/^Uploaded/)).toBeVisible();
  await customer.textbox('Name of the person who signed').fill('Maren Okonski');
  for (const [name, value] of [
    ['Month', '1'],
    ['Day', '5'],
    ['Year', '2026'],
  ] as const)
    await customer.textbox(name).fill(value);
  await customer.tickAll();
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  await customer.button('Send document').click();
  await expectPage(
    customer.booking.getByRole('heading', { name: 'We’re checking your document' }),
  ).toBeVisible();
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  await customer.sees('review');
  expect(customer.faults).toEqual([]);
  expect(new Set(calls)).toEqual(new Set([stack.siteUrl, stack.serverUrl]));
});
