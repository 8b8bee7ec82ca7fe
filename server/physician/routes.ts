/** The physician's routes, as contract/physician-api.ts lists them; a physician's token alone opens them (PHY-44, T97). */
import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import type { Appointments, OwnedAppointment } from '../appointments/appointments.ts';
import {
  approvalAnswer,
  evidenceAnswer,
  type KeptOrderDocument,
  type PhysicianShows,
  providerAnswer,
} from '../contract/physician-api.ts';
import type { Session } from '../contract/token-api.ts';
import type { PhysicianMode } from '../contract/upstream-api/configuration.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import { readJson } from '../http/body.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import { takesDocument } from '../http/server-timeouts.ts';
import { Conflict } from '../store/conflict.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { type Branch, branchOf } from './branch.ts';
import type { DocumentBranch } from './document.ts';
import { type MayOrder, noSuchAppointment } from './may-order.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';
import { orderMoved, type Structured } from './structured.ts';
import { documentShows, structuredShows, viewOf } from './view.ts';

type Ctx = RouterContext<{ session: Session }>;

/** How long an answer waits for the service before the page is told to ask again. */
const waitTimeoutMs = 2_500;

export interface PhysicianRoutes {
  assumptions: Assumptions;
  appointments: Appointments;
  /** Reads the appointment again (APT-09). */
  refresh: (appointmentId: string) => Promise<unknown>;
  orders: Orders;
  structured: Structured;
  documents: DocumentBranch;
  desk: EvidenceService;
  mayOrder: MayOrder;
  structuredEnabled: boolean;
  openSignedForm: (ctx: RouterContext, owned: OwnedAppointment) => Promise<void>;
  clientAddress: ClientAddress;
  /** Told of a branch that cannot be followed, each time that somebody meets it. */
  blocked: (appointmentId: string, code: string) => void;
  /** Physician sign-in and role, before any of these routes. */
  guard: Middleware[];
  now: () => number;
}

export function physicianRouter(room: PhysicianRoutes): Router {
  const { appointments, orders, structured, documents, desk, guard } = room;
  const router = new Router(exactPaths);
  router.use(...guard, async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    await next().catch((error: unknown) => {
      throw error instanceof Conflict ? orderMoved() : error;
    });
  });

  /** As the service reads it now, or read it last where it is away. @throws Problem 404 */
  async function ordered(ctx: Ctx): Promise<OwnedAppointment> {
    const id = ctx.params.id ?? '';
    await room.mayOrder(ctx.state.session.subject, id);
    const known = await appointments.find(id);
    if (!known) throw noSuchAppointment();
    try {
      await room.refresh(id);
    } catch (error) {
      if (!(error instanceof UpstreamError) || !known.body) throw error;
    }
    return (await appointments.find(id)) ?? known;
  }

  const branchFor = (owned: OwnedAppointment): Branch => branchOf(owned, room.structuredEnabled);

  async function following(ctx: Ctx, mode: PhysicianMode): Promise<OwnedAppointment> {
    const owned = await ordered(ctx);
    if (branchFor(owned) !== mode) throw new Problem('branch_not_provisioned');
    return owned;
  }

  /** Sends what is due and waits as long as a person would. */
  async function driven(order: PhysicianOrder): Promise<void> {
    if (order.write) await structured.writes.wait(order.write.id, waitTimeoutMs);
  }

  async function shows(owned: OwnedAppointment, branch: PhysicianMode) {
    const order = await orders.read(owned.appointmentId);
    if (branch === 'structured_api') {
      const { order: now, bundle } = await structured.look(order);
      return { order: now, shows: structuredShows(now, bundle, room.assumptions) };
    }
    const { order: now, elsewhere } = await documents.look(order);
    return { order: now, shows: documentShows(now, { elsewhere, asksPartner: documents.asksPartner }) };
  }

  async function show(ctx: Ctx, owned: OwnedAppointment): Promise<void> {
    const branch = branchFor(owned);
    const quiet = { notice: null, parked: false };
    const still = (step: PhysicianShows) => viewOf(owned, step, quiet);
    if (typeof branch === 'object') {
      room.blocked(owned.appointmentId, branch.blocked);
      ctx.body = still({ step: 'blocked', code: branch.blocked });
    } else if (branch === 'service_service') {
      ctx.body = still(owned.body?.has_signed_form ? { step: 'done' } : { step: 'progress' });
    } else {
      try {
        const found = await shows(owned, branch);
        const parked = await structured.writes.isParked(found.order.write?.id);
        ctx.body = viewOf(owned, found.shows, { notice: found.order.notice, parked });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'not_configured') throw error;
        ctx.body = still({ step: 'blocked', code: 'not_configured' });
      }
    }
  }

  router.get('/physician/appointments/:id', async (ctx: Ctx) => show(ctx, await ordered(ctx)));

  router.post('/physician/appointments/:id/session', async (ctx: Ctx) => {
    const answer = parseInput(providerAnswer, await readJson(ctx));
    const owned = await following(ctx, 'structured_api');
    await driven(await structured.open(await orders.read(owned.appointmentId), answer));
    await show(ctx, owned);
  });

  router.post('/physician/appointments/:id/finalize', async (ctx: Ctx) => {
    const answer = parseInput(approvalAnswer, await readJson(ctx));
    const owned = await following(ctx, 'structured_api');
    const signer = {
      ip: room.clientAddress(ctx.req),
      userAgent: ctx.get('User-Agent') || 'unknown',
      atIso: new Date(room.now()).toISOString(),
    };
    await driven(await structured.finalize(await orders.read(owned.appointmentId), answer, signer));
    await show(ctx, owned);
  });

  router.post('/physician/appointments/:id/abandon', async (ctx: Ctx) => {
    const owned = await following(ctx, 'structured_api');
    await driven(await structured.abandon(await orders.read(owned.appointmentId)));
    await show(ctx, owned);
  });

  router.put('/physician/appointments/:id/document', takesDocument, async (ctx: Ctx) => {
    const owned = await following(ctx, 'api_partner_pdf');
    const order = await orders.read(owned.appointmentId);
    if (order.phase !== 'open' || order.evidence) throw orderMoved();
    const { uploaded } = await takePdf(ctx, desk, owned.appointmentId, (document) =>
      documents.keep(order, document).catch(async (error: unknown) => {
        await desk.documents.discard(document.id);
        throw error;
      }),
    );
    if (!uploaded) return;
    const body: KeptOrderDocument = { document_id: uploaded.document_id, bytes: uploaded.bytes };
    ctx.status = 201;
    ctx.body = body;
  });

  router.post('/physician/appointments/:id/evidence', async (ctx: Ctx) => {
    const answer = parseInput(evidenceAnswer, await readJson(ctx));
    const owned = await following(ctx, 'api_partner_pdf');
    const { appointmentId, testType } = owned;
    const asked = { subject: ctx.state.session.subject, testType };
    await documents.answer(await orders.read(appointmentId), answer, asked);
    await show(ctx, owned);
  });

  router.post('/physician/appointments/:id/retry', async (ctx: Ctx) => {
    const owned = await ordered(ctx);
    const order = await orders.read(owned.appointmentId);
    if (order.write) await structured.writes.reopen(order.write.id);
    await driven(order);
    await show(ctx, owned);
  });

  router.get('/physician/appointments/:id/signed-form', async (ctx: Ctx) => {
    await room.openSignedForm(ctx, await ordered(ctx));
  });

  return router;
}
