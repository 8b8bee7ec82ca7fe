/** The appointments module: what a customer can do after the booking, in either flow. */
import type { Middleware } from 'koa';
import type { CustomerWords } from '../../config/customer-words.ts';
import type { AppointmentView } from '../../contract/appointments-api.ts';
import type { Clock } from '../../core/clock.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { BookingEvents } from '../../partner/events/booking-events.ts';
import type { Hooks } from '../../partner/hooks.ts';
import { createAskKnown } from '../../partner/hooks-http/ask-known.ts';
import { createAppointmentReads } from '../../upstream/appointments/reads.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { createDocumentDownloads } from '../../upstream/documents/documents.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import { type Appointments, createAppointments, isOlder } from './appointment-records.ts';
import { type AppointmentOutbox, createChanges } from './changes.ts';
import { type ByFlow, ofFlow } from './of-flow.ts';
import { announcedMs, createAppointmentReader } from './reader.ts';
import { createReconcile, createRefresh, type Reconcile, type Refresh } from './refresh.ts';
import { appointmentsRouter } from './routes.ts';
import { createConsents } from './signed-consents.ts';
import { announceUpcoming } from './upcoming.ts';
import { viewOf } from './view.ts';

/** The module, with what other modules use of it. */
export interface AppointmentsModule extends Module {
  appointments: Appointments;
  /** Reads one appointment again, for an event (T82). */
  refresh: Refresh;
  /**
   * Reads a customer's appointment for its view, and does not store what it read. Right after a live event, and if the
   * service does not respond, the view is of the stored appointment.
   * @throws Problem 404 `appointment_not_found`, 501 `flow_not_configured`
   */
  readOwn(customerId: string, appointmentId: string): Promise<AppointmentView>;
  /**
   * Finds what was booked with a customer's appointment, and the ZIP code of its clinic.
   * @returns null if one of them is not known
   * @throws as `readOwn`
   */
  findBooked(
    customerId: string,
    appointmentId: string,
  ): Promise<{ testType: string; offeringId: string; zip: string } | null>;
  /** Reads what changed lately, in case events were missed (APT-07). */
  reconcile: Reconcile;
}

interface AppointmentsDeps {
  store: Store;
  encryption: Encryption;
  /** Records what happens to bookings; null without a receiver. */
  events: BookingEvents | null;
  jobs: Pick<Jobs, 'every'>;
  /** Each flow reads and writes under its own key; only the flows that are set up. */
  flows: ByFlow<{ http: Pick<UpstreamHttp, 'read' | 'stream' | 'documents'>; outbox: AppointmentOutbox }>;
  /** Called after a read that says something new. */
  changed: (customerId: string, appointmentId: string) => void;
  /** Whether a live event announced a new read to this customer within the last `ms` milliseconds. */
  wasAnnounced: (customerId: string, appointmentId: string, ms: number) => boolean;
  /** The address of this server. */
  publicUrl: string;
  words: CustomerWords;
  /** The appointment of the booking that the customer's page shows; null without one. */
  currentBooking: (customerId: string) => Promise<string | null>;
  assumptions: Assumptions;
  /** Customer sign-in and role, before any of the module's routes. */
  guard: Middleware[];
  /** The hook for plain words about results. */
  resultWords: Hooks['resultWords'];
  log: Log;
  clock: Clock;
}

/**
 * Creates the module.
 * @returns the routes under /appointments, the handler of its events, and the records and reads for other modules
 */
export function createAppointmentsModule(deps: AppointmentsDeps): AppointmentsModule {
  const { store, encryption, flows, assumptions, changed, wasAnnounced, guard, log, clock } = deps;
  const { now } = clock;
  const { full_api: fullApi, co_branded: coBranded } = flows;
  const appointments = createAppointments(store, encryption, deps.events, log);
  const reads = {
    ...(fullApi && { full_api: createAppointmentReads(fullApi.http, assumptions, log) }),
    ...(coBranded && { co_branded: createAppointmentReads(coBranded.http, assumptions, log) }),
  };
  const outboxes = {
    ...(fullApi && { full_api: fullApi.outbox }),
    ...(coBranded && { co_branded: coBranded.outbox }),
  };
  const documents = {
    ...(fullApi && { full_api: createDocumentDownloads(fullApi.http, log, 'full_api') }),
    ...(coBranded && { co_branded: createDocumentDownloads(coBranded.http, log, 'co_branded') }),
  };
  const refreshing = { appointments, reads, changed, log, now };
  const refresh = createRefresh(refreshing);
  const reconcile = createReconcile(refreshing);
  if (deps.events) announceUpcoming({ store, refresh, events: deps.events, jobs: deps.jobs, log });
  const reader = createAppointmentReader({ appointments, refresh, reconcile, wasAnnounced });
  const changes = createChanges({ store, appointments, outboxes, assumptions, now });
  const reasons = assumptions.values.appointment.cancellationReasons;
  const views = { words: deps.words, reasons, now };
  const router = appointmentsRouter({
    appointments,
    changes,
    consents: createConsents(store, encryption),
    views,
    currentBooking: deps.currentBooking,
    reader,
    reads,
    host: new URL(deps.publicUrl).host,
    documents,
    mayLinkTo: (flow, address) => flows[flow]?.http.documents.mayLinkTo(address) ?? false,
    resultNames: assumptions.values.results,
    askWords: createAskKnown('resultWords', deps.resultWords, log),
    log,
    guard,
  });
  // The read is not kept: the events of the service keep the state, and a booking ends in one transaction less.
  const readOwn = async (customerId: string, appointmentId: string) => {
    const stored = await appointments.own(customerId, appointmentId);
    const parked = await changes.isParked(stored);
    if (stored.body && wasAnnounced(customerId, appointmentId, announcedMs))
      return viewOf(stored, { parked, stale: false }, views);
    const readAt = now();
    const body = await ofFlow(reads, stored.flow)
      .appointment(appointmentId)
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) return null;
        throw error;
      });
    const isNew = body !== null && !isOlder(stored, body, readAt);
    return viewOf(isNew ? { ...stored, body, readAt } : stored, { parked, stale: body === null }, views);
  };
  const findBooked = async (customerId: string, appointmentId: string) => {
    const { test_type: testType, location } = await readOwn(customerId, appointmentId);
    const { offeringId } = await appointments.own(customerId, appointmentId);
    const zip = location?.postal_code;
    return offeringId && zip ? { testType, offeringId, zip } : null;
  };
  const handlers = { appointment: refresh };
  return { router, handlers, appointments, refresh, readOwn, findBooked, reconcile };
}
