/** At the step of a consent that was signed elsewhere: uploads it as a PDF and sends it. */

import { expectPage as expect } from './browser.ts';
import type { Visitor } from './visitor.ts';

export async function handInConsent(visitor: Visitor, buffer: Buffer): Promise<void> {
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
