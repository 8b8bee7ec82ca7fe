/**
 * The signed form and the blank VO2 assessment, streamed through as attachments (Appointments 5; APT-59..APT-65,
 * ERR-43, T40, T42).
 */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { AppointmentReads } from '../../upstream/appointments/reads.ts';
import type { Documents, PdfDocument } from '../../upstream/documents/documents.ts';
import type { OwnedAppointment } from './appointment-records.ts';
import { type ByFlow, ofFlow } from './of-flow.ts';

/**
 * Opens the signed form, an attachment of the response.
 * @throws Problem 409 `form_pending`, with the seconds to wait if the service names them; 404 `form_not_available`; 501
 * `flow_not_configured`; UpstreamError
 */
export async function openSignedForm(
  ctx: Context,
  { appointmentId, flow }: OwnedAppointment,
  reads: AppointmentReads,
  documents: ByFlow<Documents>,
): Promise<Readable> {
  try {
    const { signed_form_url } = await reads.signedForm(appointmentId);
    return attachment(ctx, 'signed-form.pdf', await ofFlow(documents, flow).signedForm(signed_form_url));
  } catch (error) {
    throw error instanceof UpstreamError ? noForm(error) : error;
  }
}

/** Opens the blank VO2 assessment, an attachment of the response. @throws UpstreamError; Problem 501 `flow_not_configured` */
export async function openVo2Form(
  ctx: Context,
  { flow }: OwnedAppointment,
  documents: ByFlow<Documents>,
): Promise<Readable> {
  return attachment(ctx, 'vo2-assessment.pdf', await ofFlow(documents, flow).vo2Assessment());
}

/** A pending form may come later, and the service may say when; a missing one will not come. */
function noForm(error: UpstreamError): Error {
  const upstreamRequestId = error.requestId ?? undefined;
  if (error.code === 'PHYSICIAN_ORDER_PENDING') {
    const seconds = error.retryAfterMs === null ? null : Math.ceil(error.retryAfterMs / 1000);
    return new Problem('form_pending', {
      headers: seconds === null ? {} : { 'Retry-After': String(seconds) },
      upstreamRequestId,
    });
  }
  if (error.code === 'ARTIFACT_NOT_AVAILABLE')
    return new Problem('form_not_available', {
      upstreamRequestId,
    });
  return error;
}

function attachment(ctx: Context, filename: string, { body, lengthBytes }: PdfDocument): Readable {
  ctx.set('Content-Disposition', `attachment; filename="${filename}"`);
  if (lengthBytes !== null) ctx.length = lengthBytes;
  return body;
}
