/** The routes for appointments after the booking, as contract/server-api lists them. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { type Handlers, type RouteContext, routes } from '../../api/http/route.ts';
import type { AppointmentAction, AppointmentView, ResultsView } from '../../contract/appointments-api.ts';
import { appointmentOperations } from '../../contract/server-api/appointment-operations.ts';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import type { AskKnown } from '../../partner/hooks-http/ask-known.ts';
import { HookFailure } from '../../partner/hooks-http/call-hook.ts';
import { logHookFailure } from '../../partner/hooks-http/log-hook-failure.ts';
import type { AppointmentReads } from '../../upstream/appointments/reads.ts';
import { resultsView } from '../../upstream/appointments/result-sheets.ts';
import type { AssumptionValues } from '../../upstream/assumptions/schema.ts';
import type { Documents } from '../../upstream/documents/documents.ts';
import type { Appointments, OwnedAppointment } from './appointment-records.ts';
import { findTakenTimes, type ReadSchedule, readAvailability } from './availability.ts';
import { calendarFile } from './calendar.ts';
import type { Changes } from './changes.ts';
import { openSignedForm, openVo2Form } from './forms.ts';
import { type ByFlow, ofFlow } from './of-flow.ts';
import type { AppointmentReader, ReadAppointment } from './reader.ts';
import type { Consents } from './signed-consents.ts';
import { offeredActions, viewOf } from './view.ts';
import type { ViewDeps } from './visit.ts';

interface AppointmentsRoutesDeps {
  appointments: Appointments;
  changes: Changes;
  consents: Consents;
  reader: AppointmentReader;
  reads: ByFlow<AppointmentReads>;
  documents: ByFlow<Documents>;
  /** Whether a customer may be sent to an address that the service gave. */
  mayLinkTo: (flow: OwnedAppointment['flow'], address: string) => boolean;
  /** The host of this server: with an appointment's id it makes the UID of its event in calendars. */
  host: string;
  views: ViewDeps;
  /** The appointment of the booking that the customer's page shows; null without one. */
  currentBooking: (customerId: string) => Promise<string | null>;
  /** The names under which results are read. */
  resultNames: AssumptionValues['results'];
  askWords: AskKnown<'resultWords'>;
  log: Log;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
}

type Ctx = RouteContext<'id'>;
type AppointmentHandlers = Handlers<typeof appointmentOperations>;

/** Creates the routes under /appointments. Errors become Problems in api/http/problems.ts. */
export const appointmentsRouter = (deps: AppointmentsRoutesDeps): Router =>
  routes(
    appointmentOperations,
    { customer: deps.guard },
    { ...readHandlers(deps), ...changeHandlers(deps), ...documentHandlers(deps) },
  );

/** The customer's appointment; another customer's is not found (AUTH-14). @throws Problem 404 */
const own = ({ appointments }: AppointmentsRoutesDeps, ctx: Ctx) =>
  appointments.own(ctx.state.session.subject, ctx.params.id);

/** The customer's appointment, read again, if its state allows the action. @throws Problem 409 `not_offered` */
async function allowing(
  deps: AppointmentsRoutesDeps,
  ctx: Ctx,
  action: AppointmentAction,
): Promise<OwnedAppointment> {
  const owned = await deps.reader.fresh(await own(deps, ctx));
  if (!offeredActions(owned).includes(action)) throw new Problem('not_offered');
  return owned;
}

const show = async (
  { changes, views }: AppointmentsRoutesDeps,
  { owned, stale }: ReadAppointment,
): Promise<AppointmentView> => viewOf(owned, { stale, parked: await changes.isParked(owned) }, views);

/** Reads the customer's appointment and makes its view. */
const read = async (deps: AppointmentsRoutesDeps, ctx: Ctx) =>
  show(deps, await deps.reader.one(await own(deps, ctx)));

/**
 * Reads the appointment again after a change: its response says only the status, and a refusal may mean that the
 * appointment has changed meanwhile (APT-09, GAP-69). While the change is under way, the page polls.
 */
async function changed(deps: AppointmentsRoutesDeps, ctx: Ctx): Promise<AppointmentView> {
  const owned = await own(deps, ctx);
  const isSending = owned.change?.state === 'sending';
  return show(deps, isSending ? { owned, stale: false } : await deps.reader.again(owned));
}

function readHandlers(deps: AppointmentsRoutesDeps) {
  const { reader, reads, host, views } = deps;
  return {
    'GET /appointments': async (ctx) => {
      const listed = await reader.list(ctx.state.session.subject);
      const { terms, bookingUrl } = views.words;
      const appointments = await Promise.all(listed.appointments.map((each) => show(deps, each)));
      return {
        appointments,
        has_unreadable: listed.hasUnreadable,
        terms,
        booking_url: bookingUrl,
        current_booking: await deps.currentBooking(ctx.state.session.subject),
      };
    },
    'GET /appointments/{id}': (ctx) => read(deps, ctx),
    'GET /appointments/{id}/consents': async (ctx) => {
      const { consentJourneyId } = await own(deps, ctx);
      return consentJourneyId === null ? { consents: [] } : deps.consents.ofJourney(consentJourneyId);
    },
    'GET /appointments/{id}/availability': async (ctx) => ({
      dates: await readAvailability(scheduleOf(await own(deps, ctx), reads)),
    }),
    'POST /appointments/{id}/check-in': async (ctx) => ({
      url: await readCheckInUrl(await allowing(deps, ctx, 'check_in'), deps),
    }),
    'POST /appointments/{id}/calendar': async (ctx, texts) => {
      const { owned } = await reader.one(await own(deps, ctx));
      const file = owned.body && calendarFile(owned.body, texts, { host, ...views });
      if (!file) throw new Problem('not_offered');
      return file;
    },
    'GET /appointments/{id}/results': async (ctx) => {
      const owned = await allowing(deps, ctx, 'results');
      const view = await readResults(owned, ofFlow(reads, owned.flow), deps.resultNames);
      return withWords(view, owned, deps);
    },
  } satisfies Partial<AppointmentHandlers>;
}

function changeHandlers(deps: AppointmentsRoutesDeps) {
  const { changes, reads } = deps;
  return {
    'POST /appointments/{id}/cancel': async (ctx, { reason, confirm }) => {
      const owned = await allowing(deps, ctx, 'cancel');
      await changes.request(owned, { kind: 'cancel', reason, agreed: confirm === true });
      return changed(deps, ctx);
    },
    'POST /appointments/{id}/reschedule': async (
      ctx,
      { new_requested_date: primary, alternates, confirm },
    ) => {
      const owned = await allowing(deps, ctx, 'reschedule');
      const times = { primary, alternates: alternates ?? [] };
      const taken = await findTakenTimes(times, scheduleOf(owned, reads));
      if (taken.length > 0) throw new Problem('slot_gone');
      await changes.request(owned, { kind: 'reschedule', times, agreed: confirm === true });
      return changed(deps, ctx);
    },
    'POST /appointments/{id}/retry': async (ctx) => {
      await changes.retry(await own(deps, ctx));
      return read(deps, ctx);
    },
  } satisfies Partial<AppointmentHandlers>;
}

function documentHandlers(deps: AppointmentsRoutesDeps) {
  const { reader, reads, documents } = deps;
  return {
    'GET /appointments/{id}/signed-form': async (ctx) => {
      // Read again first: only the service knows whether there is a form now (APT-59).
      const owned = await reader.fresh(await own(deps, ctx));
      return openSignedForm(ctx, owned, ofFlow(reads, owned.flow), documents);
    },
    'GET /appointments/{id}/vo2-form': async (ctx) =>
      openVo2Form(ctx, await allowing(deps, ctx, 'vo2_form'), documents),
  } satisfies Partial<AppointmentHandlers>;
}

/** The offering's schedule, to be read with the key of the appointment's flow. @throws Problem 409 `not_offered` */
function scheduleOf(
  { flow, catalogId, offeringId }: OwnedAppointment,
  reads: ByFlow<AppointmentReads>,
): ReadSchedule {
  if (catalogId === null || offeringId === null)
    throw new Problem('not_offered', { title: 'Another time cannot be asked for here.' });
  return () => ofFlow(reads, flow).schedule(catalogId, offeringId);
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
    const { url } = await ofFlow(reads, flow).checkInLink(appointmentId);
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
 * Reads the order's results, as received and for a page: health data that only its own customer gets (RES-02..RES-06, T94).
 * @throws UpstreamError if the service does not respond, or responds for another order
 */
async function readResults(
  { orderId }: OwnedAppointment,
  reads: AppointmentReads,
  resultNames: AppointmentsRoutesDeps['resultNames'],
): Promise<ResultsView> {
  const results = await reads.results(orderId);
  // A response that names another order is never shown.
  if (namesOtherThan(orderId, results)) throw new UpstreamError({ status: 0 });
  return resultsView(results, resultNames);
}

/** Adds the partner's words for each value. Another number of words belongs to nothing, so there are none. */
async function withWords(
  view: ResultsView,
  { customerId: subject, appointmentId, testType }: OwnedAppointment,
  { askWords, log }: AppointmentsRoutesDeps,
): Promise<ResultsView> {
  const readings = view.sheets.flatMap((sheet) => sheet.readings);
  if (readings.length === 0) return view;
  const values = readings.map(({ name, value, unit }) => ({ name, value, unit }));
  const words = await askWords({ subject, appointmentId, testType, values });
  if (words === null) return view;
  if (words.length !== readings.length) {
    logHookFailure(log, 'resultWords', new HookFailure('words_count_differs', false), appointmentId);
    return view;
  }
  const worded = new Map(readings.map((reading, at) => [reading, { ...reading, words: words[at] ?? null }]));
  const sheets = view.sheets.map((sheet) => ({
    ...sheet,
    readings: sheet.readings.map((reading) => worded.get(reading) ?? reading),
  }));
  return { ...view, sheets };
}

function namesOtherThan(orderId: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) =>
    name === 'order_id' ? item != null && String(item) !== orderId : namesOtherThan(orderId, item),
  );
}
