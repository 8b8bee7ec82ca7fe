/** A clinician signs in at the clinic's page for its staff, orders the test that a patient asked for, and gets the signed form. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { Sandbox } from '../support/sandbox.ts';
import { seedAppointment } from './seeded.ts';
import { stackOfFile } from './stack.ts';
import { Visitor } from './visitor.ts';

const browser = await browserOfFile();
const stack = stackOfFile({ env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' } });
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = new Sandbox(stack.sandboxUrl);
  const { prefix } = await sandbox.permanentKey();
  await sandbox.changeKey(prefix, { physician_order_mode: 'structured_api' });
  await sandbox.settings({ physician_artifact_seconds: 2 });
});

/** A patient's appointment without an order. */
async function bookedAppointment(): Promise<void> {
  const patient = await Visitor.arrive(browser, stack.siteUrl);
  await seedAppointment(patient, stack);
  await patient.leave();
}

async function look(page: Page, name: string): Promise<void> {
  expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
}

it('says who orders, reads the whole order, signs it with two acknowledgements and downloads the form', async () => {
  await bookedAppointment();
  const context = await browser.newContext({
    viewport: { width: 1024, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).origin));
  await page.goto(`${stack.siteUrl}/staff`);
  await page.getByRole('button', { name: /Ada Moreau/ }).click();
  const order = page.locator('dx-physician-order');
  const patient = order.getByRole('region', { name: 'Patient' });

  await expectPage(order.getByRole('heading', { name: 'Orders waiting for you' })).toBeVisible();
  await look(page, 'worklist');
  await order
    .getByRole('button', { name: /^Open order/ })
    .first()
    .click();
  await expectPage(order.getByRole('heading', { name: 'Order this test' })).toBeVisible();
  await expectPage(patient).toContainText('Ines Okonkwo-Lindqvist');
  await expectPage(patient).toContainText('Born April 12, 1979');
  await look(page, 'provider');
  await patient.getByRole('button', { name: 'Not this patient?' }).click();
  await expectPage(order.getByRole('heading', { name: 'Orders waiting for you' })).toBeFocused();
  await order
    .getByRole('button', { name: /^Open order/ })
    .first()
    .click();
  // The clinic knows who the clinician is.
  await expectPage(order.getByText('Ada Moreau-Whitlock, MD')).toBeVisible();
  await order.getByRole('button', { name: /^Change.*Ordering physician/ }).click();
  await order.getByRole('textbox', { name: 'NPI' }).fill('1730184450');
  await order.getByRole('button', { name: 'Prepare order' }).click();
  await expectPage(order.getByText('There’s a problem')).toBeVisible();
  await order.getByRole('textbox', { name: 'NPI' }).fill('1730184458');
  await order.getByRole('button', { name: 'Prepare order' }).click();

  await expectPage(order.getByRole('heading', { name: /^Physician order/ })).toBeVisible();
  await expectPage(order.getByRole('heading', { name: 'Testing location' })).toHaveCount(1);
  const boxes = order.getByRole('checkbox');
  await expectPage(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await expectPage(box).not.toBeChecked();
  await look(page, 'presentation');

  await order.getByRole('button', { name: 'Change physician or date' }).click();
  await order.getByRole('textbox', { name: 'Credentials', exact: true }).fill('DO');
  await order.getByRole('button', { name: 'Prepare order' }).click();
  await expectPage(order.getByText('Ada Moreau-Whitlock, DO')).toBeVisible();

  await order.getByRole('button', { name: 'Sign order' }).click();
  await expectPage(order.getByText('There’s a problem')).toBeVisible();
  for (const box of await boxes.all()) await box.check();
  await order.getByRole('textbox', { name: 'Type your full name to sign' }).fill('Ada Moreau-Whitlock');
  await order.getByRole('button', { name: 'Sign order' }).click();
  await expectPage(order.getByRole('heading', { name: 'Signed' })).toBeVisible();
  await look(page, 'finalizing');
  await expectPage(order.getByRole('heading', { name: 'Order complete' })).toBeVisible();
  await expectPage(
    order.getByText(/The order for Ines Okonkwo-Lindqvist, DEXA body composition, is signed/),
  ).toBeVisible();
  await look(page, 'done');
  const download = page.waitForEvent('download');
  await order.getByRole('button', { name: 'Download signed form (PDF)' }).click();
  expect((await download).suggestedFilename()).toBe('signed-form.pdf');
  expect(faults).toEqual([]);
  expect(new Set(calls.filter((origin) => origin !== 'null'))).toEqual(
    new Set([stack.siteUrl, stack.serverUrl]),
  );
  expect(await sandbox.ledger()).toMatchObject({ physician_sessions: 2, physician_finalizations: 1 });
});
