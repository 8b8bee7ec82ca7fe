/** The physician's routes, as contract/physician-api.ts lists them; they need a physician's token (PHY-44, T97). */
import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import type { OwnedAppointment } from '../appointments/appointment-records.ts';
import {
  approvalAnswer,
  evidenceAnswer,
  type KeptOrderDocument,
  sessionAnswer,
} from '../contract/physician-api.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import { readJson } from '../http/body.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import { takesDocument } from '../http/server-timeouts.ts';
import { Conflict } from '../store/conflict.ts';
import {
  type Ctx,
  createOrderRequests,
  type OrderRequests,
  type OrderRequestsDeps,
} from './order-requests.ts';
import { orderMoved } from './structured.ts';

/** What the physician's routes need. */
export interface PhysicianRoutesDeps extends OrderRequestsDeps {
  evidence: EvidenceService;
  openSignedForm: (ctx: RouterContext, owned: OwnedAppointment) => Promise<void>;
  clientAddress: ClientAddress;
  /** Physician sign-in and role, before any of these routes. */
  guard: Middleware[];
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the routes under /physician. Errors become Problems in http/problems.ts. */
export function physicianRouter(deps: PhysicianRoutesDeps): Router {
  const { orders, structured, guard } = deps;
  const router = new Router(exactPaths);
  router.use(...guard, async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    await next().catch((error: unknown) => {
      throw error instanceof Conflict ? orderMoved() : error;
    });
  });
  const requests = createOrderRequests(deps);
  const { appointmentOf, waitForWrite, show } = requests;

  router.get('/physician/appointments/:id', async (ctx: Ctx) => show(ctx, await appointmentOf(ctx)));

  router.post('/physician/appointments/:id/retry', async (ctx: Ctx) => {
    const owned = await appointmentOf(ctx);
    const order = await orders.read(owned);
    if (order.write) await structured.writes.reopen(order.write.id);
    await waitForWrite(order);
    await show(ctx, owned);
  });

  router.get('/physician/appointments/:id/signed-form', async (ctx: Ctx) => {
    await deps.openSignedForm(ctx, await appointmentOf(ctx));
  });

  addStructuredRoutes(router, deps, requests);
  addDocumentRoutes(router, deps, requests);
  return router;
}

/** The routes of the branch structured_api. */
function addStructuredRoutes(
  router: Router,
  { orders, structured, clientAddress, now }: PhysicianRoutesDeps,
  { following, waitForWrite, show }: OrderRequests,
): void {
  router.post('/physician/appointments/:id/session', async (ctx: Ctx) => {
    const { replaces_session_id: replaces, ...answer } = parseInput(sessionAnswer, await readJson(ctx));
    const owned = await following(ctx, 'structured_api');
    await waitForWrite(await structured.open(await orders.read(owned), answer, replaces));
    await show(ctx, owned);
  });

  router.post('/physician/appointments/:id/finalize', async (ctx: Ctx) => {
    const answer = parseInput(approvalAnswer, await readJson(ctx));
    const owned = await following(ctx, 'structured_api');
    const signer = {
      ip: clientAddress(ctx.req),
      userAgent: ctx.get('User-Agent') || 'unknown',
      atIso: new Date(now()).toISOString(),
    };
    await waitForWrite(await structured.finalize(await orders.read(owned), answer, signer));
    await show(ctx, owned);
  });

  router.post('/physician/appointments/:id/abandon', async (ctx: Ctx) => {
    const owned = await following(ctx, 'structured_api');
    await waitForWrite(await structured.abandon(await orders.read(owned)));
    await show(ctx, owned);
  });
}

/** The routes of the branch api_partner_pdf. */
function addDocumentRoutes(
  router: Router,
  { orders, documents, evidence }: PhysicianRoutesDeps,
  { following, show }: OrderRequests,
): void {
  router.put('/physician/appointments/:id/document', takesDocument, async (ctx: Ctx) => {
    const owned = await following(ctx, 'api_partner_pdf');
    const { appointmentId: ownerId, customerId } = owned;
    const order = await orders.read(owned);
    if (order.phase !== 'open' || order.evidence) throw orderMoved();
    const { uploaded } = await takePdf(ctx, evidence, { ownerId, customerId }, (document) =>
      documents.keepUpload(order, document),
    );
    if (!uploaded) return;
    const body: KeptOrderDocument = { document_id: uploaded.document_id, bytes: uploaded.bytes };
    ctx.status = 201;
    ctx.body = body;
  });

  router.post('/physician/appointments/:id/evidence', async (ctx: Ctx) => {
    const answer = parseInput(evidenceAnswer, await readJson(ctx));
    const owned = await following(ctx, 'api_partner_pdf');
    const { testType } = owned;
    const asked = { subject: ctx.state.session.subject, testType };
    await documents.answer(await orders.read(owned), answer, asked);
    await show(ctx, owned);
  });
}
