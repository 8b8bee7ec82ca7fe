/** The routes for appointments after the booking, as contract/appointments-api.ts lists them. */
import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import {
  type AppointmentAction,
  type AppointmentsView,
  type AvailabilityView,
  type CheckIn,
  calendarAnswer,
  cancelAnswer,
  type ResultsView,
  rescheduleAnswer,
} from '../contract/appointments-api.ts';
import type { Session } from '../contract/token-api.ts';
import { Problem, UpstreamError } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Log } from '../observability/log.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { Appointments, OwnedAppointment } from './appointment-records.ts';
import { findTakenTimes, type ReadSchedule, readAvailability } from './availability.ts';
import { type CalendarDetails, calendarFile } from './calendar.ts';
import type { Changes } from './changes.ts';
import { type DocumentsByFlow, openSignedForm, openVo2Form } from './forms.ts';
import { offeredActions } from './offered-actions.ts';
import type { AppointmentReader, ReadAppointment } from './reader.ts';
import { type ReadsByFlow, readsOf } from './refresh.ts';
import { viewOf } from './view.ts';

interface AppointmentsRoutesDeps {
  appointments: Appointments;
  changes: Changes;
  reader: AppointmentReader;
  reads: ReadsByFlow;
  documents: DocumentsByFlow;
  /** Whether a customer may be sent to an address that the service gave. */
  mayLinkTo: (flow: OwnedAppointment['flow'], address: string) => boolean;
  calendar: CalendarDetails;
  log: Log;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
}

type Ctx = RouterContext<{ session: Session }>;

/** Creates the routes under /appointments. Errors become Problems in http/problems.ts. */
export function appointmentsRouter(deps: AppointmentsRoutesDeps): Router {
  const { appointments, changes, reader, reads, documents, guard } = deps;
  const router = new Router(exactPaths);
  router.use(...guard, (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    return next();
  });

  const own = (ctx: Ctx) => appointments.own(ctx.state.session.subject, ctx.params.id ?? '');

  /** The customer's appointment, read again, if its state allows the action. @throws Problem 409 `not_offered` */
  async function allowing(ctx: Ctx, action: AppointmentAction): Promise<OwnedAppointment> {
    const owned = await reader.fresh(await own(ctx));
    if (!offeredActions(owned).includes(action)) throw new Problem('not_offered');
    return owned;
  }

  const show = async ({ owned, stale }: ReadAppointment) =>
    viewOf(owned, { stale, parked: await changes.isParked(owned) });
  const view = async (owned: OwnedAppointment) => show(await reader.one(owned));
  /** The appointment was read right before the change, and the response contains the state after it. */
  const changed = async (ctx: Ctx) => show({ owned: await own(ctx), stale: false });

  router.get('/appointments', async (ctx: Ctx) => {
    const listed = await reader.list(ctx.state.session.subject);
    const body: AppointmentsView = { appointments: await Promise.all(listed.map(show)) };
    ctx.body = body;
  });

  router.get('/appointments/:id', async (ctx: Ctx) => {
    ctx.body = await view(await own(ctx));
  });

  router.post('/appointments/:id/cancel', async (ctx: Ctx) => {
    const { reason, confirm } = parseInput(cancelAnswer, (await readJson(ctx)) ?? {});
    const owned = await allowing(ctx, 'cancel');
    await changes.request(owned, { kind: 'cancel', reason, agreed: confirm === true });
    ctx.body = await changed(ctx);
  });

  router.post('/appointments/:id/reschedule', async (ctx: Ctx) => {
    const answer = parseInput(rescheduleAnswer, await readJson(ctx));
    const owned = await allowing(ctx, 'reschedule');
    const times = { primary: answer.new_requested_date, alternates: answer.alternates ?? [] };
    const taken = await findTakenTimes(times, scheduleOf(owned, reads));
    if (taken.length > 0) throw new Problem('slot_gone');
    await changes.request(owned, { kind: 'reschedule', times, agreed: answer.confirm === true });
    ctx.body = await changed(ctx);
  });

  router.post('/appointments/:id/retry', async (ctx: Ctx) => {
    await changes.retry(await own(ctx));
    ctx.body = await view(await own(ctx));
  });

  router.get('/appointments/:id/availability', async (ctx: Ctx) => {
    const owned = await own(ctx);
    const body: AvailabilityView = { dates: await readAvailability(scheduleOf(owned, reads)) };
    ctx.body = body;
  });

  router.post('/appointments/:id/check-in', async (ctx: Ctx) => {
    const body: CheckIn = { url: await readCheckInUrl(await allowing(ctx, 'check_in'), deps) };
    ctx.body = body;
  });

  router.post('/appointments/:id/calendar', async (ctx: Ctx) => {
    const { title } = parseInput(calendarAnswer, await readJson(ctx));
    const { owned } = await reader.one(await own(ctx));
    const file = owned.body && calendarFile(owned.body, title, deps.calendar);
    if (!file) throw new Problem('not_offered');
    ctx.type = 'text/calendar';
    ctx.body = file;
  });

  router.get('/appointments/:id/signed-form', async (ctx: Ctx) => {
    // Read again first: only the service knows whether there is a form now (APT-59).
    const owned = await reader.fresh(await own(ctx));
    await openSignedForm(ctx, owned, readsOf(reads, owned.flow), documents);
  });

  router.get('/appointments/:id/vo2-form', async (ctx: Ctx) => {
    await openVo2Form(ctx, await allowing(ctx, 'vo2_form'), documents);
  });

  router.get('/appointments/:id/results', async (ctx: Ctx) => {
    const owned = await allowing(ctx, 'results');
    ctx.body = await readResults(owned, readsOf(reads, owned.flow));
  });

  return router;
}

/** The offering's schedule, to be read with the key of the appointment's flow. @throws Problem 409 `not_offered` */
function scheduleOf({ flow, catalogId, offeringId }: OwnedAppointment, reads: ReadsByFlow): ReadSchedule {
  if (catalogId === null || offeringId === null)
    throw new Problem('not_offered', { title: 'Another time cannot be asked for here.' });
  return () => readsOf(reads, flow).schedule(catalogId, offeringId);
}

/**
 * Reads the check-in link. It is passed on unchanged in this response only, and only if it is https (T38).
 * @throws Problem 409 `not_offered` if the service refuses it, because the state has changed (GAP-72); UpstreamError
 */
async function readCheckInUrl(
  { flow, appointmentId }: OwnedAppointment,
  { reads, mayLinkTo, log }: AppointmentsRoutesDeps,
): Promise<string> {
  try {
    const { url } = await readsOf(reads, flow).checkInLink(appointmentId);
    if (mayLinkTo(flow, url)) return url;
    log('documents.refused', { route: 'check_in_url', code: 'not_encrypted' });
    throw new UpstreamError({ status: 0 });
  } catch (error) {
    if (error instanceof UpstreamError && error.status >= 400 && error.status < 500)
      throw new Problem('not_offered', { title: 'There is no check-in for this appointment now.' });
    throw error;
  }
}

/**
 * Reads the order's results as received: health data that only its own customer gets (RES-02..RES-06, T94).
 * @throws UpstreamError if the service does not respond, or responds for another order
 */
async function readResults({ orderId }: OwnedAppointment, reads: AppointmentReads): Promise<ResultsView> {
  const results = await reads.results(orderId);
  // A response that names another order is never shown.
  if (namesOtherThan(orderId, results)) throw new UpstreamError({ status: 0 });
  return { results };
}

function namesOtherThan(orderId: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) =>
    name === 'order_id' ? item !== orderId : namesOtherThan(orderId, item),
  );
}
