/** The files of an appointment, and what the customer signed. The headless client reads them without Lit. */
import type { CalendarAnswer } from '../../server/contract/appointments-api.ts';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import type { Json } from '../session/reply.ts';
import { requestFile, requestJson } from '../session/request.ts';
import type { Session } from '../session/session.ts';

const timeoutMs = 60_000;
/** A document can be large, and the line slow. */
const documentTimeoutMs = 120_000;

/** Checks the members that the document relies on. */
const isSigned = (body: Json | null): body is Json & SignedConsents => Array.isArray(body?.consents);

/**
 * Requests the calendar file of a confirmed time.
 * @param id of the appointment
 * @param body what the event is called, and its description
 * @throws as `requestFile`
 */
export const requestCalendar = (session: Session, id: string, body: CalendarAnswer): Promise<Blob> =>
  requestFile(session, { method: 'POST', path: `/appointments/${id}/calendar`, body, timeoutMs });

/**
 * Requests a form as a file. A link to it could carry no proof of possession.
 * @throws as `requestFile`
 */
export const requestForm = (session: Session, id: string, form: 'signed-form' | 'vo2-form'): Promise<Blob> =>
  requestFile(session, {
    method: 'GET',
    path: `/appointments/${id}/${form}`,
    timeoutMs: documentTimeoutMs,
  });

/** Requests what the customer signed in the booking. @throws as `requestJson` */
export const requestConsents = (session: Session, id: string): Promise<SignedConsents> =>
  requestJson(session, isSigned, { method: 'GET', path: `/appointments/${id}/consents`, timeoutMs });
