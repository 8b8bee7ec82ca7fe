/** The signed form and the VO2 assessment: real PDFs, and when they do not exist. */
import { describe, expect, it } from 'vitest';
import type { SignedForm } from '../../server/contract/upstream-api/signed-form.ts';
import { type Ordered, order, schedule } from './booking.ts';
import { confirmed, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

eachWithPartner();

const ask = ({ appointmentPath }: Ordered) => partner.get<SignedForm>(`${appointmentPath}/signed-form`);

async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}

const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-8).toString().includes('%%EOF');

describe('the signed form', () => {
  // Also [LIM-11]
  it('is a PDF whose address is valid for one hour [APT-58] [APT-60] [APT-61]', async () => {
    const appointment = await schedule(partner);
    await move(harness, appointment, 'form_available');
    const { status, data } = await ask(appointment);
    expect(status).toBe(200);
    expect(data).toEqual({
      appointment_id: appointment.appointmentId,
      form_type: 'DOCTORORDER',
      signed_form_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      expires_in_seconds: 3600,
    });
    const form = await download(data.signed_form_url);
    expect(form).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(isPdf(form.bytes)).toBe(true);
    await harness.control('POST', '/clock', { advance_seconds: 3500 });
    expect((await download(data.signed_form_url)).status).toBe(200);
    await harness.control('POST', '/clock', { advance_seconds: 100 });
    expect((await download(data.signed_form_url)).status).toBe(410);
    expect((await download((await ask(appointment)).data.signed_form_url)).status).toBe(200);
  });

  it('has the same bytes each time, and others for another appointment', async () => {
    const [first, second] = [await schedule(partner), await schedule(partner)];
    const bytesOf = async (appointment: Ordered) => {
      await move(harness, appointment, 'form_available');
      return (await download((await ask(appointment)).data.signed_form_url)).bytes;
    };
    expect((await bytesOf(first)).equals(await bytesOf(first))).toBe(true);
    expect((await bytesOf(first)).equals(await bytesOf(second))).toBe(false);
  });

  it('is pending while the physician is at work, with a time to come back [APT-63] [GAP-73] [GAP-105]', async () => {
    const pending = await ask(await schedule(partner));
    expect(pending).toMatchObject({ status: 409, code: 'PHYSICIAN_ORDER_PENDING' });
    expect(Number(pending.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not exist before scheduling, or after the appointment was canceled [APT-62] [GAP-105]', async () => {
    expect(await ask(await order(partner, 'DEXA'))).toMatchObject({
      status: 404,
      code: 'ARTIFACT_NOT_AVAILABLE',
    });
    const missed = await confirmed(harness, partner);
    await move(harness, missed, 'no_show');
    expect(await ask(missed)).toMatchObject({ status: 404, code: 'ARTIFACT_NOT_AVAILABLE' });
  });

  it('needs its scope and its own appointment [APT-68]', async () => {
    const { appointmentPath } = await schedule(partner);
    const writer = await harness.partner({ scopes: ['write:appointments'] });
    expect((await writer.get(`${appointmentPath}/signed-form`)).status).toBe(403);
    expect((await (await harness.partner()).get(`${appointmentPath}/signed-form`)).status).toBe(404);
  });
});

describe('the VO2 assessment', () => {
  const path = '/v1/documents/vo2-physician-assessment';

  it('is a blank PDF for any active key, the same each time [APT-64] [GAP-74]', async () => {
    const { apiKey } = await harness.partner({ scopes: [] });
    const headers = { 'x-api-key': apiKey };
    const document = await download(harness.url + path, headers);
    expect(document).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(isPdf(document.bytes)).toBe(true);
    expect((await download(harness.url + path, headers)).bytes.equals(document.bytes)).toBe(true);
  });

  it('does not say when it was made, so that its bytes can be the same tomorrow', async () => {
    const { apiKey } = await harness.partner();
    const { bytes } = await download(harness.url + path, { 'x-api-key': apiKey });
    expect(bytes.toString('latin1')).toContain('(D:20250101000000Z)');
  });

  it('is refused in the envelope without a key [APT-64]', async () => {
    const refused = await download(harness.url + path);
    expect(refused).toMatchObject({ status: 401, type: expect.stringContaining('application/json') });
    expect(JSON.parse(refused.bytes.toString())).toMatchObject({ code: 401, data: null });
  });
});
