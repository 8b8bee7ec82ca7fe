/** Completes the step that uploads a signed consent. */
import type { Locator } from 'playwright';
import { expectPage as expect } from '../support/browser.ts';

/** What the function needs of a visitor. */
interface ConsentStep {
  booking: Locator;
  button(name: string): Locator;
  textbox(name: string): Locator;
  tickAll(): Promise<void>;
}

/** Uploads the PDF, fills in who signed it and when, and sends it. */
export async function handInConsent(visitor: ConsentStep, buffer: Buffer): Promise<void> {
  const { booking, button, textbox } = visitor;
  const file = booking.getByLabel('Signed PDF');
  await file.setInputFiles({ name: 'consent.pdf', mimeType: 'application/pdf', buffer });
  await expect(booking.getByText(/^Uploaded/)).toBeVisible();
  await textbox('Name of the person who signed').fill('Maren Okonski');
  for (const [name, value] of [
    ['Month', '1'],
    ['Day', '5'],
    ['Year', '2026'],
  ] as const)
    await textbox(name).fill(value);
  await visitor.tickAll();
  await button('Send document').click();
}
