/** The physician's routes, as contract/server-api lists them; they need a physician's token (PHY-44, T97). */
import type { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { ClientAddress } from '../../api/http/client-address.ts';
import { type Handlers, routes } from '../../api/http/route.ts';
import { physicianOperations } from '../../contract/server-api/physician-operations.ts';
import { conflictAs } from '../../core/store/conflict.ts';
import type { OwnedAppointment } from '../appointments/appointment-records.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import { createOrderRequests, type OrderRequests, type OrderRequestsDeps } from './order-requests.ts';
import { orderMoved } from './structured.ts';
import { createWorklist } from './worklist.ts';

/** The dependencies of the physician's routes. */
export interface PhysicianRoutesDeps extends OrderRequestsDeps {
  evidence: EvidenceService;
  openSignedForm: (ctx: Context, owned: OwnedAppointment) => Promise<Readable>;
  clientAddress: ClientAddress;
  /** Physician sign-in and role, before any of these routes. */
  guard: Middleware[];
  /** Milliseconds since the epoch. */
  now: () => number;
}

type PhysicianHandlers = Handlers<typeof physicianOperations>;

/** Creates the routes under /physician. Errors become Problems in api/http/problems.ts. */
export function physicianRouter(deps: PhysicianRoutesDeps): Router {
  const { orders, structured, documents, openSignedForm } = deps;
  const requests = createOrderRequests(deps);
  const { appointmentOf, waitForWrite, show } = requests;
  return routes(
    physicianOperations,
    { physician: [...deps.guard, reportMoved] },
    {
      'GET /physician/appointments': createWorklist(deps),
      'GET /physician/appointments/{id}': async (ctx) => show(ctx, await appointmentOf(ctx)),
      'POST /physician/appointments/{id}/retry': async (ctx) => {
        const owned = await appointmentOf(ctx);
        const order = await orders.read(owned);
        if (order.write) await structured.writes.reopen(order.write.id);
        else await documents.retry(order);
        await waitForWrite(order);
        return show(ctx, owned);
      },
      'GET /physician/appointments/{id}/signed-form': async (ctx) =>
        openSignedForm(ctx, await appointmentOf(ctx)),
      ...structuredHandlers(deps, requests),
      ...documentHandlers(deps, requests),
    },
  );
}

const reportMoved: Middleware = (_, next) => next().catch(conflictAs(orderMoved));

/** The handlers of the branch structured_api. */
function structuredHandlers(
  { orders, structured, clientAddress, now }: PhysicianRoutesDeps,
  { following, waitForWrite, show }: OrderRequests,
) {
  return {
    'POST /physician/appointments/{id}/session': async (
      ctx,
      { replaces_session_id: replaces, ...answer },
    ) => {
      const owned = await following(ctx, 'structured_api');
      const timeZone = owned.body?.location?.timezone ?? null;
      await waitForWrite(await structured.open(await orders.read(owned), answer, { replaces, timeZone }));
      return show(ctx, owned);
    },
    'POST /physician/appointments/{id}/finalize': async (ctx, answer) => {
      const owned = await following(ctx, 'structured_api');
      const signer = {
        ip: clientAddress(ctx.req),
        userAgent: ctx.get('User-Agent') || 'unknown',
        atIso: new Date(now()).toISOString(),
      };
      await waitForWrite(await structured.finalize(await orders.read(owned), answer, signer));
      return show(ctx, owned);
    },
    'POST /physician/appointments/{id}/abandon': async (ctx) => {
      const owned = await following(ctx, 'structured_api');
      await waitForWrite(await structured.abandon(await orders.read(owned)));
      return show(ctx, owned);
    },
  } satisfies Partial<PhysicianHandlers>;
}

/** The handlers of the branch api_partner_pdf. */
function documentHandlers(
  { orders, documents, evidence }: PhysicianRoutesDeps,
  { following, show }: OrderRequests,
) {
  return {
    'PUT /physician/appointments/{id}/document': async (ctx) => {
      const owned = await following(ctx, 'api_partner_pdf');
      const { appointmentId: ownerId, customerId } = owned;
      const order = await orders.read(owned);
      if (order.phase !== 'open' || order.evidence) throw orderMoved();
      return takePdf(ctx, evidence, { ownerId, customerId }, async (document) => {
        await documents.keepUpload(order, document);
        return { document_id: document.id, bytes: document.content_length };
      });
    },
    'POST /physician/appointments/{id}/evidence': async (ctx, answer) => {
      const owned = await following(ctx, 'api_partner_pdf');
      const { testType } = owned;
      const asked = { subject: ctx.state.session.subject, testType };
      await documents.answer(await orders.read(owned), answer, asked);
      return show(ctx, owned);
    },
  } satisfies Partial<PhysicianHandlers>;
}
