/** Serves the targets of temporary links. The journal omits them, because such an address is a secret (APT-51, APT-53, LIM-10, LIM-11). */
import Router from '@koa/router';
import type { Context } from 'koa';
import { pageDocument } from '../../core/pages/page-document.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { signedFormPdf } from '../documents/pdf.ts';
import { doDueWork } from '../due-work.ts';
import { nowOf } from '../engine/clock.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';
import type { LinkRecord } from './link-record.ts';
import { findLink, linkPaths } from './temporary-links.ts';

/**
 * Creates the routes of the check-in page and the signed form. They respond 404 to an unknown link, and 410 to one that
 * has expired or was revoked.
 */
export function linkedPages(state: State): Router {
  const router = new Router();
  router.get(linkPaths.check_in, (ctx) => {
    const appointment = open(ctx, state, 'check_in', ctx.params.token);
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'self'; img-src data:");
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = appointment === undefined ? expiredCheckInPage() : checkInPage(state, appointment);
  });
  router.get(linkPaths.signed_form, (ctx) => {
    const appointment = open(ctx, state, 'signed_form', ctx.params.token);
    if (appointment === undefined) {
      ctx.body = 'This link is no longer valid.\n';
      return;
    }
    ctx.set('Content-Disposition', 'inline; filename="signed-form.pdf"');
    ctx.type = 'application/pdf';
    ctx.body = signedFormPdf(state, appointment);
  });
  return router;
}

/** The appointment of an open link. Otherwise sets the status: 410 for an expired or revoked link, 404 for an unknown one. */
function open(ctx: Context, state: State, leadsTo: LinkRecord['leads_to'], token = '') {
  doDueWork(state);
  ctx.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
  const found = findLink(state, leadsTo, token, nowOf(state.clock));
  if (found.status !== 'open') {
    ctx.status = found.status === 'over' ? 410 : 404;
    return undefined;
  }
  ctx.status = 200;
  return state.appointments.get(found.link.appointment_id);
}

/**
 * Makes the page of a check-in link as HTML: read-only, with five facts and nothing else (Appointments 4; APT-51). The
 * appointment must have a confirmed time.
 */
function checkInPage(state: State, appointment: AppointmentRecord): string {
  const customer = state.orders.get(appointment.order_id)?.booking.customer;
  const { location } = offeredOf(state, appointment);
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: location.timezone,
  }).format(new Date(appointment.scheduled_for ?? 0));
  const street = [location.address_line_1, location.address_line_2].filter(Boolean).join(', ');
  return document('Check-in', [
    ['Patient', [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')],
    ['Appointment', time],
    ['Test', testFacts[appointment.test_type].name],
    ['Clinic', `${street}, ${location.city}, ${location.state} ${location.postal_code}`],
    ['Appointment number', appointment.appointment_id],
  ]);
}

/** Makes the page of a link that has expired or was revoked, as HTML. */
function expiredCheckInPage(): string {
  return document('This check-in link is no longer valid', []);
}

function document(title: string, rows: [string, string][]): string {
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('\n');
  return pageDocument({
    title,
    styles: ['sandbox/hosted/page/schedule.css'],
    module: null,
    body: `<main id="page">\n<div class="sheet">\n<h1>${title}</h1>\n${list && `<dl class="facts">\n${list}\n</dl>\n`}</div>\n</main>`,
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
