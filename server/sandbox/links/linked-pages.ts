/** Serves the targets of temporary links. The journal omits them, because such an address is a secret (APT-51, APT-53, LIM-10, LIM-11). */
import Router from '@koa/router';
import type { Context } from 'koa';
import { signedFormPdf } from '../documents/signed-form-pdf.ts';
import { doDueWork } from '../due-work.ts';
import { nowOf } from '../engine/clock.ts';
import type { State } from '../state.ts';
import { checkInPage, expiredCheckInPage } from './check-in-page.ts';
import type { LinkRecord } from './link-record.ts';
import { findLink, linkPaths } from './links.ts';

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
