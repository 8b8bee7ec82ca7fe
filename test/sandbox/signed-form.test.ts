/** The PDFs of the sandbox are the same each time. */
import { describe, expect, it } from 'vitest';
import type { SignedForm } from '../../server/contract/upstream-api/signed-form.ts';
import { type Ordered, schedule } from './booking.ts';
import { move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

eachWithPartner();

const ask = ({ path }: Ordered) => partner.get<SignedForm>(`${path}/signed-form`);

async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}

describe('the signed form', () => {
  it('has the same bytes each time, and others for another appointment', async () => {
    const [first, second] = [await schedule(partner), await schedule(partner)];
    const bytesOf = async (appointment: Ordered) => {
      await move(harness, appointment, 'form_available');
      return (await download((await ask(appointment)).data.signed_form_url)).bytes;
    };
    expect((await bytesOf(first)).equals(await bytesOf(first))).toBe(true);
    expect((await bytesOf(first)).equals(await bytesOf(second))).toBe(false);
  });
});

describe('the VO2 assessment', () => {
  const path = '/v1/documents/vo2-physician-assessment';

  it('does not say when it was made, so that its bytes can be the same tomorrow', async () => {
    const { apiKey } = await harness.partner();
    const { bytes } = await download(harness.url + path, { 'x-api-key': apiKey });
    expect(bytes.toString('latin1')).toContain('(D:20250101000000Z)');
  });
});
