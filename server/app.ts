/** Composes the server from its modules, and starts and stops it. */
import type { RequestListener, Server } from 'node:http';
import type { Middleware } from 'koa';
import { broadcast } from './api/http/broadcast.ts';
import { createConnections, stopInOrder } from './api/http/connections.ts';
import { createFirstStep, createFirstStepModule } from './api/http/first-step.ts';
import { createHealth } from './api/http/health.ts';
import { limitAddresses, limitNewBookings, limitUsers, type UserLimit } from './api/http/limit-requests.ts';
import { routes } from './api/http/route.ts';
import { serveOpenApi } from './api/http/serve-openapi.ts';
import { requireRole } from './api/tokens/require-session.ts';
import { createTokensModule, type ExchangeLimits, type TokensModule } from './api/tokens/tokens.ts';
import { type AppointmentsModule, createAppointmentsModule } from './booking/appointments/appointments.ts';
import { openSignedForm } from './booking/appointments/forms.ts';
import { createEvidenceService } from './booking/evidence/evidence.ts';
import { createJourneyModule, type JourneyModule } from './booking/journey/journey.ts';
import { createJourneys, type Journeys } from './booking/journey/journeys.ts';
import { createPhysicianModule } from './booking/physician/physician.ts';
import { createWebhooksModule } from './booking/webhooks/webhooks.ts';
import { customerWordsOf } from './config/customer-words.ts';
import { createSettingsCheck } from './config/requirements.ts';
import type { FirstStep } from './contract/first-step-options.ts';
import { documentOperations, liveOperations } from './contract/server-api/server-operations.ts';
import type { EventHandlers, Module } from './core/module.ts';
import type { Log } from './core/observability/log.ts';
import { createHandoffModule } from './handoff/handoff.ts';
import { type Core, type CoreDeps, type Flows, openCore, openFlows } from './open-core.ts';
import { createAdminServer } from './operate/admin/admin-server.ts';
import { recordKinds } from './operate/record-kinds.ts';
import { createCustomersModule } from './operate/records/customers.ts';
import type { Erasures } from './operate/records/erasures.ts';
import { type DeleteAbandoned, retentionOf } from './operate/records/retention.ts';
import type { BookingEvents } from './partner/events/booking-events.ts';
import { createEventsModule } from './partner/events/events.ts';
import { createPublicKoa } from './public-koa.ts';
import { createAppointmentReads } from './upstream/appointments/reads.ts';
import { createConsentModeRead } from './upstream/configuration.ts';
import { createDocumentDownloads } from './upstream/documents/documents.ts';
import { createReads } from './upstream/full-api-reads.ts';
import { createProductRead } from './upstream/offerings/reads.ts';
import { orderedOffering } from './upstream/offerings/responses.ts';
import { createPhysicianReads } from './upstream/physician/reads.ts';
import type { Flow } from './upstream/write-kinds.ts';

/** A built server: its listeners, and its end. */
export interface App {
  /** Answers every request of browsers, the service and the partner's backend. Not listening yet. */
  server: Server;
  /** Answers the same requests inside another server of the partner. */
  listener: RequestListener;
  /** Makes the first step as markup. */
  firstStep: FirstStep;
  /** The log of the server, which also counts its events. */
  log: Log;
  /**
   * Serves /metrics; null without METRICS_PORT. Not listening yet; it listens on an address that browsers do not reach.
   */
  metricsServer: Server | null;
  /** Serves the admin API and its page; null without ADMIN_PORT. Not listening yet. */
  adminServer: Server | null;
  /**
   * Resolves when the server has nothing to do now: no request is running, no stored work is due, and no timer is due.
   * A retry or a periodic run at a later time does not count. For tests and for programs that embed the server.
   * @throws StoreUnavailable
   */
  idle(): Promise<void>;
  /** Accepts no more connections, finishes or releases running work, and closes the store; within nine seconds. */
  close(): Promise<void>;
}

/**
 * Builds the server. It works once `server` listens, and its background work starts at once.
 *
 * @throws Error with a sentence for the operator, if the store cannot be opened, a hook is missing, or a file of TLS
 * cannot be read
 * @example
 * const app = await createApp({ config, hooks, log: createLog('info') });
 * app.server.listen(config.PORT, config.HOST);
 */
export async function createApp(deps: CoreDeps): Promise<App> {
  const core = await openCore(deps);
  try {
    return await compose(core);
  } catch (error) {
    await core.store.close();
    throw error;
  }
}

async function compose(core: Core): Promise<App> {
  const { config, hooks, store, encryption, live, metrics, pubsub, jobs, accessLog, log, clock } = core;
  const { now } = clock;
  const health = createHealth(clock, core.isWritable);
  const limits = limitAddresses(config.RATE_LIMIT_PER_ADDRESS, core.clientAddress, clock);
  const limitUser = limitUsers(config.RATE_LIMIT_PER_USER, clock);
  const tokens = await createTokens(core, { exchange: limits.exchange, user: limitUser });
  const flows = openFlows(core);
  const customers = createCustomersModule({
    config: { retention: retentionOf(config) },
    store,
    encryption,
    keys: core.keys,
    kinds: recordKinds,
    jobs,
    accessLog,
    log,
    revocations: tokens.revocations,
    channel: pubsub.channel('dx_erasures'),
  });
  const adminServer = config.ADMIN_PORT === undefined ? null : createAdmin(core, customers.erasures);
  const events = createEventsModule({
    config: { urls: config.EVENTS_URL, keys: config.EVENTS_SECRET },
    hooks,
    store,
    encryption,
    keys: core.keys,
    jobs,
    log,
    now,
  });
  const { deleteAbandoned } = customers;
  const ofFlows = createModules(core, flows, { tokens, limitUser, events: events.events, deleteAbandoned });
  const contact = customerWordsOf(config).terms.contact;
  const firstStep = createFirstStep({ publicUrl: config.PUBLIC_URL, contact, look: ofFlows.look, now });
  const modules: Module[] = [
    health,
    createFirstStepModule(firstStep),
    { router: routes(documentOperations, { anyone: [] }, { 'GET /openapi.json': serveOpenApi('server') }) },
    tokens,
    { workers: [pubsub, jobs, core.ownServer] },
    events,
    customers,
    ...ofFlows.modules,
  ];
  const app = createPublicKoa(core, modules, { health: health.router, limit: limits.requests });
  const connections = createConnections(app.callback(), jobs);
  const workers = modules.flatMap((module) => module.workers ?? []);
  for (const worker of workers) worker.start?.();
  return {
    server: connections.server,
    listener: connections.listener,
    firstStep,
    log,
    metricsServer: metrics?.server ?? null,
    adminServer,
    idle: jobs.idle,
    async close() {
      health.stop();
      live.close();
      const upstreams = [flows.fullApi, flows.coBranded].flatMap((flow) => flow?.http ?? []);
      try {
        await stopInOrder({ clock, connections, workers, upstreams, accessLog: core.accessLog, store });
      } finally {
        for (const server of [metrics?.server, adminServer]) server?.close().closeAllConnections();
      }
    },
  };
}

function createTokens(core: Core, limits: ExchangeLimits): Promise<TokensModule> {
  const { config, hooks, store, live, pubsub, jobs, log, clock } = core;
  return createTokensModule({
    config,
    lifetimeSeconds: core.tuning.tokenLifetimeSeconds,
    hooks,
    store,
    log,
    now: clock.now,
    channel: pubsub.channel('dx_revocations'),
    every: jobs.every,
    endStreams: live.endStreams,
    limits,
  });
}

function createAdmin(core: Core, erasures: Erasures): Server {
  const { config, store, encryption, keys, jobs, accessLog, log, clock } = core;
  const { now } = clock;
  const { ADMIN_TLS_CERT_FILE: certificateFile, ADMIN_TLS_KEY_FILE: keyFile } = config;
  const tls = certificateFile && keyFile ? { certificateFile, keyFile } : null;
  const { wake } = jobs;
  const hasSink = config.ACCESS_LOG_URL !== undefined;
  const records = { store, encryption, keys, kinds: recordKinds, erasures, wake, accessLog, now };
  return createAdminServer({ keys: config.ADMIN_KEYS, tls }, { ...records, log, hasSink, clock });
}

function createModules(
  core: Core,
  flows: Flows,
  {
    tokens,
    limitUser,
    events,
    deleteAbandoned,
  }: {
    tokens: TokensModule;
    limitUser: UserLimit;
    events: BookingEvents | null;
    deleteAbandoned: DeleteAbandoned;
  },
): { modules: Module[]; look: JourneyModule['publicLook'] | null } {
  const { config, assumptions, store, encryption, live, pubsub, jobs, log, clock } = core;
  const { now } = clock;
  const { fullApi, coBranded } = flows;
  const guard = [tokens.signedIn, limitUser.requests, requireRole('customer')];
  const physicianGuard = [tokens.signedIn, limitUser.requests, requireRole('physician')];
  const exchanged = [...tokens.exchanged, requireRole('customer')];
  const emit = broadcast(live, pubsub.channel('dx_changes'), core.tagOf);
  const changed = (customerId: string, ref: string) => emit(customerId, { kind: 'appointment', ref });
  const journeys = createJourneys(store, encryption, clock.now);
  const appointments = createAppointmentsModule({
    store,
    encryption,
    assumptions,
    log,
    clock,
    resultWords: core.hooks.resultWords,
    flows: { ...(fullApi && { full_api: fullApi }), ...(coBranded && { co_branded: coBranded }) },
    events,
    changed,
    wasAnnounced: live.wasEmitted,
    publicUrl: config.PUBLIC_URL,
    words: customerWordsOf(config),
    currentBooking: async (customerId) => (await journeys.current(customerId))?.order?.appointment_id ?? null,
    jobs,
    guard,
  });
  const booking =
    fullApi &&
    createFullApi(core, fullApi, {
      appointments,
      journeys,
      events,
      deleteAbandoned,
      guard,
      physicianGuard,
      exchanged,
    });
  const modules: Module[] = [
    appointments,
    { router: routes(liveOperations, { customer: guard }, { 'GET /live': live.stream }) },
    ...(booking?.modules ?? []),
    ...(coBranded ? [createCoBranded(core, coBranded, { appointments, changed, guard })] : []),
  ];
  const handlers: EventHandlers = Object.assign({}, ...modules.map((module) => module.handlers));
  const since = (flow: Flow) => (updatedAfter: string) => appointments.reconcile.since(flow, updatedAfter);
  const lists = {
    ...(fullApi && { full_api: since('full_api') }),
    ...(coBranded && { co_branded: since('co_branded') }),
  };
  const webhooks = createWebhooksModule({
    assumptions,
    store,
    encryption,
    jobs,
    configured: config.WEBHOOK_SECRETS,
    reconcileMs: core.tuning.reconcileMs,
    flows,
    handlers,
    lists,
    log,
    now,
  });
  return { modules: [webhooks, ...modules], look: booking?.publicLook ?? null };
}

/** The middleware before the routes of customers, of physicians, and of requests that exchange their user tokens. */
type Guards = Record<'guard' | 'physicianGuard' | 'exchanged', Middleware[]>;

/** The modules under UPSTREAM_API_KEY. */
function createFullApi(
  core: Core,
  { http, outbox }: NonNullable<Flows['fullApi']>,
  deps: {
    appointments: AppointmentsModule;
    journeys: Journeys;
    events: BookingEvents | null;
    deleteAbandoned: DeleteAbandoned;
  } & Guards,
): { modules: Module[] } & Pick<JourneyModule, 'publicLook'> {
  const { config, hooks, assumptions, store, encryption, jobs, log, clock } = core;
  const { now } = clock;
  const { appointments, journeys, events, guard, physicianGuard, exchanged } = deps;
  const { payment } = hooks;
  if (!payment) throw new Error('The hook "payment" is needed with UPSTREAM_API_KEY.');
  const { uploadSilentMs } = core.tuning;
  const evidence = createEvidenceService({ store, encryption, outbox, http, jobs, log, now, uploadSilentMs });
  const signedForms = { full_api: createDocumentDownloads(http, log, 'full_api') };
  const signedFormReads = createAppointmentReads(http, assumptions, log);
  const physician = createPhysicianModule({
    store,
    encryption,
    outbox,
    assumptions,
    jobs,
    hooks,
    clientAddress: core.clientAddress,
    log,
    now,
    reads: createPhysicianReads(http, log),
    appointments: appointments.appointments,
    refresh: appointments.refresh,
    evidence,
    structuredEnabled: config.STRUCTURED_PHYSICIAN_ENABLED,
    openSignedForm: (ctx, owned) => openSignedForm(ctx, owned, signedFormReads, signedForms),
    guard: physicianGuard,
    contact: customerWordsOf(config).terms.contact,
  });
  const journey = createJourneyModule({
    store,
    journeys,
    keys: core.keys,
    encryption,
    outbox,
    assumptions,
    events,
    guard,
    exchanged,
    clientAddress: core.clientAddress,
    newBookings: limitNewBookings(config.RATE_LIMIT_PER_USER, clock),
    deleteAbandoned: deps.deleteAbandoned,
    log,
    clock,
    jobs,
    reads: createReads(http, assumptions, log),
    evidence,
    evidenceReads: evidence.reads,
    hooks: { ...hooks, payment },
    words: customerWordsOf(config),
    readAppointment: appointments.readOwn,
    findBooked: appointments.findBooked,
    environment: config.UPSTREAM_ENVIRONMENT ?? null,
    missing: createSettingsCheck('full_api', config, hooks),
  });
  return { modules: [evidence, physician, journey], publicLook: journey.publicLook };
}

/** The module under HANDOFF_API_KEY. */
function createCoBranded(
  core: Core,
  { http, outbox }: NonNullable<Flows['coBranded']>,
  deps: {
    appointments: AppointmentsModule;
    changed: (customerId: string, appointmentId: string) => void;
    guard: Middleware[];
  },
): Module {
  const { config, hooks, assumptions, store, encryption, log, clock } = core;
  const { handoffOrder } = hooks;
  if (!handoffOrder || !config.HANDOFF_ORIGIN)
    throw new Error('The hook "handoffOrder" is needed with HANDOFF_API_KEY.');
  return createHandoffModule({
    assumptions,
    store,
    encryption,
    log,
    clock,
    outbox,
    reads: createAppointmentReads(http, assumptions, log),
    readConsentMode: createConsentModeRead(http, log),
    environment: config.UPSTREAM_ENVIRONMENT ?? null,
    readProduct: createProductRead(http, log, orderedOffering),
    appointments: deps.appointments.appointments,
    changed: deps.changed,
    order: handoffOrder,
    frameOrigin: config.HANDOFF_ORIGIN,
    allowedHosts: config.HANDOFF_ALLOWED_HOSTS,
    contact: customerWordsOf(config).terms.contact,
    guard: deps.guard,
  });
}
