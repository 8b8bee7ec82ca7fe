/** The steps of a physician's request: check the permission, read the appointment, follow its branch, show the order. */
import { setRequestRecord } from '../../api/http/request-record.ts';
import type { RouteContext } from '../../api/http/route.ts';
import type { PartnerContact } from '../../contract/partner-contact.ts';
import type { BlockedCode, PhysicianShows, PhysicianView } from '../../contract/physician-api.ts';
import { type PhysicianMode, physicianModes } from '../../contract/upstream-api/configuration.ts';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Hooks } from '../../partner/hooks.ts';
import type { AskKnown } from '../../partner/hooks-http/ask-known.ts';
import { logHookFailure } from '../../partner/hooks-http/log-hook-failure.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { ParkedWrite } from '../../upstream/writes/write.ts';
import type { Appointments, OwnedAppointment } from '../appointments/appointment-records.ts';
import { orderDueAt } from '../appointments/order-due.ts';
import type { DocumentBranch } from './document.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';
import type { StructuredBranch } from './structured.ts';
import { documentShows, structuredShows, viewOf } from './view.ts';

/** The context of a physician's request. */
type Ctx = RouteContext<'id'>;

/** The dependencies of physicians' requests. */
export interface OrderRequestsDeps {
  assumptions: Assumptions;
  appointments: Appointments;
  /** Reads the appointment again (APT-09). */
  refresh: (appointmentId: string) => Promise<unknown>;
  orders: Orders;
  structured: StructuredBranch;
  documents: DocumentBranch;
  mayOrder: MayOrder;
  /** The partner's data of a clinician. */
  askClinician: AskKnown<'clinicianProfile'>;
  /** How clinicians reach the partner. */
  contact: PartnerContact;
  /** STRUCTURED_PHYSICIAN_ENABLED. */
  structuredEnabled: boolean;
  /** Called each time that a physician meets a branch that cannot be followed. */
  onBlocked: (appointmentId: string, code: string) => void;
}

/** The functions that the routes of an order share. */
export interface OrderRequests {
  /**
   * The appointment of the request as the service shows it now, or as it was last read if the service is away.
   * @throws Problem 404 if it is missing or the partner does not let this physician order; 503 if the hook fails;
   * UpstreamError if the service is away and the appointment was never read
   */
  appointmentOf(ctx: Ctx): Promise<OwnedAppointment>;
  /** The same, if it follows this branch. @throws Problem 409 `branch_not_provisioned` */
  following(ctx: Ctx, mode: PhysicianMode): Promise<OwnedAppointment>;
  /** Waits for the order's write, if any, for at most 2.5 seconds. */
  waitForWrite(order: PhysicianOrder): Promise<void>;
  /** Reads what the order shows, and makes its view. @throws UpstreamError; Conflict */
  show(ctx: Ctx, owned: OwnedAppointment): Promise<PhysicianView>;
}

/** Creates the functions that the routes of physicians share. */
export function createOrderRequests(deps: OrderRequestsDeps): OrderRequests {
  const { appointments, structured } = deps;
  const branchFor = (owned: OwnedAppointment) => branchOf(owned, deps.structuredEnabled);

  async function appointmentOf(ctx: Ctx): Promise<OwnedAppointment> {
    const { id } = ctx.params;
    await deps.mayOrder(ctx.state.session.subject, id);
    const known = await appointments.find(id);
    if (!known) throw noSuchAppointment();
    setRequestRecord(ctx, { customerId: known.customerId });
    try {
      await deps.refresh(id);
    } catch (error) {
      if (!(error instanceof UpstreamError) || !known.body) throw error;
    }
    return (await appointments.find(id)) ?? known;
  }

  return {
    appointmentOf,
    async following(ctx, mode) {
      const owned = await appointmentOf(ctx);
      if (branchFor(owned) !== mode) throw new Problem('branch_not_provisioned');
      return owned;
    },
    async waitForWrite({ write }) {
      if (write) await structured.writes.wait(write.id);
    },
    async show(ctx, owned) {
      const { contact } = deps;
      const branch = branchFor(owned);
      const withoutOrder = (shows: PhysicianShows) =>
        viewOf(owned, shows, { notice: null, parked: null, clinician: null, contact });
      if (typeof branch === 'object') {
        deps.onBlocked(owned.appointmentId, branch.blocked);
        return withoutOrder({ step: 'blocked', code: branch.blocked });
      }
      if (branch === 'service_service')
        return withoutOrder({ step: owned.body?.has_signed_form ? 'done' : 'progress' });
      try {
        const { order, shows } = await read(deps, owned, branch);
        const clinician = fillsForm(shows)
          ? await deps.askClinician({ subject: ctx.state.session.subject })
          : null;
        const parked = await parkedWrite(deps, order);
        return viewOf(owned, shows, { notice: order.notice, parked, clinician, contact });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'not_configured') throw error;
        return withoutOrder({ step: 'blocked', code: 'not_configured' });
      }
    },
  };
}

/** Whether a screen has a form with the clinician's own data. */
const fillsForm = (shows: PhysicianShows): boolean =>
  (shows.step === 'provider' && shows.form !== null) ||
  (shows.step === 'document' && shows.state !== 'checking');

/** The write that the order waits for, if it is parked: its own, or that of its document. */
async function parkedWrite(
  { structured, documents }: OrderRequestsDeps,
  order: PhysicianOrder,
): Promise<ParkedWrite | null> {
  if (!order.write) return documents.parkedWrite(order);
  const as = await structured.writes.parkedAs(order.write.id);
  return as && { as, writeId: order.write.id };
}

async function read(
  { assumptions, orders, structured, documents }: OrderRequestsDeps,
  owned: OwnedAppointment,
  branch: PhysicianMode,
): Promise<{ order: PhysicianOrder; shows: PhysicianShows }> {
  const kept = await orders.read(owned);
  if (branch === 'structured_api') {
    const { order, bundle } = await structured.refresh(kept);
    return { order, shows: structuredShows(order, bundle, assumptions) };
  }
  const { order, elsewhere } = await documents.refresh(
    kept,
    owned.body !== null && orderDueAt(owned, owned.body) !== null,
  );
  return { order, shows: documentShows(order, { elsewhere, asksPartner: documents.asksPartner }) };
}

/**
 * The branch that an order follows: the one that its own appointment was made under (CFG-15, CFG-24..CFG-29, PHY-42).
 * An unknown branch, or one that is not enabled, is blocked and nothing replaces it.
 */
function branchOf(
  { flow, physicianMode, body }: OwnedAppointment,
  structuredEnabled: boolean,
): PhysicianMode | { blocked: BlockedCode } {
  const mode = physicianModes.find((known) => known === physicianMode);
  if (!mode || flow !== 'full_api') return { blocked: 'mode_unknown' };
  if (mode === 'structured_api' && !structuredEnabled) return { blocked: 'structured_not_enabled' };
  const status = body ? appointmentStatusOf(body.status) : 'unread';
  if (status === 'unscheduled' || status === 'unread') return { blocked: 'not_scheduled' };
  if (status === 'canceled' || status === 'refunded') return { blocked: 'appointment_over' };
  return mode;
}

/**
 * Asks the partner whether a physician may act on an appointment. Resolves if so.
 * @param subject the partner's own id of the physician
 * @throws Problem 404 `appointment_not_found` if the partner does not allow it; 503 `service_unavailable` if its hook
 * fails
 */
export type MayOrder = (subject: string, appointmentId: string) => Promise<void>;

/**
 * Wraps the partner's hook; without a hook nobody may order. The wrapped hook throws Problem 404 if the physician may
 * not order, and 503 if the hook fails.
 */
export function createMayOrder(ask: Hooks['mayOrder'], log: Log): MayOrder {
  return async (subject, appointmentId) => {
    let may = false;
    try {
      may = (await ask?.(subject, appointmentId)) === true;
    } catch (error) {
      logHookFailure(log, 'mayOrder', error, appointmentId);
      throw new Problem('service_unavailable', {
        title: 'This cannot be checked right now.',
        headers: { 'Retry-After': '5' },
      });
    }
    if (!may) throw noSuchAppointment();
  };
}

/** Creates the problem 404: the appointment is unknown, or the physician may not act on it. */
const noSuchAppointment = () => new Problem('appointment_not_found');
