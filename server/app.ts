/** Composes the server from its modules, and starts and stops it. */
import type { RequestListener, Server } from 'node:http';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { createAdminServer } from './admin/admin-server.ts';
import { type AppointmentsModule, createAppointmentsModule } from './appointments/appointments.ts';
import { openSignedForm } from './appointments/forms.ts';
import { createSettingsCheck } from './config/requirements.ts';
import { type Core, type CoreDeps, type Flows, openCore, openFlows } from './core.ts';
import { createCustomersModule } from './customers/customers.ts';
import type { BookingEvents } from './events/booking-events.ts';
import { createEventsModule } from './events/events.ts';
import { createEvidenceService } from './evidence/evidence.ts';
import { createHandoffModule } from './handoff/handoff.ts';
import { broadcast } from './http/broadcast.ts';
import { createConnections } from './http/connections.ts';
import { exactPaths } from './http/exact-paths.ts';
import { createHealth } from './http/health.ts';
import { limitAddresses, limitUsers } from './http/limit-requests.ts';
import { openApiRouter } from './http/openapi-router.ts';
import type { SessionState } from './http/session-state.ts';
import { stopInOrder } from './http/stop-in-order.ts';
import { createJourneyModule } from './journey/journey.ts';
import type { EventHandlers, Module } from './module.ts';
import { createPhysicianModule } from './physician/physician.ts';
import { createPublicKoa } from './public-koa.ts';
import { requireRole } from './tokens/require-role.ts';
import { createTokensModule, type TokensModule } from './tokens/tokens.ts';
import { createAppointmentReads } from './upstream/appointments/reads.ts';
import { createDocuments } from './upstream/documents/documents.ts';
import { createReads } from './upstream/full-api-reads.ts';
import { createOfferingReads } from './upstream/offerings/reads.ts';
import { createPhysicianReads } from './upstream/physician/reads.ts';
import type { Flow } from './upstream/write-kinds.ts';
import { createWebhooksModule } from './webhooks/webhooks.ts';

/** A built server: its listeners, and its end. */
export interface App {
  /** Answers every request of browsers, the service and the partner's backend. Not listening yet. */
  server: Server;
  /** Answers the same requests inside another server of the partner. */
  listener: RequestListener;
  /**
   * Serves /metrics; null without METRICS_PORT. Not listening yet; it listens on an address that browsers do not reach.
   */
  metricsServer: Server | null;
  /** Serves the admin API and its page; null without ADMIN_PORT. Not listening yet. */
  adminServer: Server | null;
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
 * app.server.listen(config.port, config.host);
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
  const { store, live, metrics, pubsub, jobs } = core;
  const health = createHealth(() => store.db.selectFrom('journeys').select('id').limit(1).execute());
  const limits = limitAddresses(core.config.rateLimits.perAddress, core.clientAddress);
  const tokens = await createTokensModule({
    ...core,
    channel: pubsub.channel('dx_revocations'),
    every: jobs.every,
    endStreams: live.endStreams,
    limitExchange: limits.exchange,
  });
  const flows = openFlows(core);
  const customers = createCustomersModule({
    ...core,
    revocations: tokens.revocations,
    channel: pubsub.channel('dx_erasures'),
  });
  const adminServer =
    core.config.admin &&
    createAdminServer(core.config.admin, {
      ...core,
      erasures: customers.erasures,
      wake: jobs.wake,
    });
  const events = createEventsModule(core);
  const modules: Module[] = [
    health,
    { router: openApiRouter('server') },
    tokens,
    { workers: [pubsub, jobs] },
    events,
    customers,
    ...createModules(core, flows, { tokens, events: events.events }),
  ];
  const app = createPublicKoa(core, modules, { health: health.router, limit: limits.requests });
  const connections = createConnections(app.callback());
  const workers = modules.flatMap((module) => module.workers ?? []);
  for (const worker of workers) worker.start?.();
  return {
    server: connections.server,
    listener: connections.listener,
    metricsServer: metrics?.server ?? null,
    adminServer,
    async close() {
      health.stop();
      live.close();
      const upstreams = [flows.fullApi, flows.coBranded].flatMap((flow) => flow?.http ?? []);
      await stopInOrder({ connections, workers, upstreams, accessLog: core.accessLog, store });
      for (const server of [metrics?.server, adminServer]) server?.close().closeAllConnections();
    },
  };
}

function createModules(
  core: Core,
  flows: Flows,
  { tokens, events }: { tokens: TokensModule; events: BookingEvents | null },
): Module[] {
  const { config, live, pubsub } = core;
  const { fullApi, coBranded } = flows;
  const limitUser = limitUsers(config.rateLimits.perUser);
  const guard = [tokens.signedIn, limitUser, requireRole('customer')];
  const physicianGuard = [tokens.signedIn, limitUser, requireRole('physician')];
  const exchanged = [...tokens.exchanged, limitUser, requireRole('customer')];
  const emit = broadcast(live, pubsub.channel('dx_changes'), core.tagOf);
  const changed = (customerId: string, ref: string) => emit(customerId, { kind: 'appointment', ref });
  const appointments = createAppointmentsModule({
    ...core,
    flows: { ...(fullApi && { full_api: fullApi }), ...(coBranded && { co_branded: coBranded }) },
    events,
    changed,
    wasAnnounced: live.wasEmitted,
    publicUrl: config.publicUrl,
    appointmentsUrl: config.appointmentsUrl,
    guard,
  });
  const modules: Module[] = [
    appointments,
    { router: new Router<SessionState>(exactPaths).get('/live', ...guard, live.stream) },
    ...(fullApi
      ? createFullApi(core, fullApi, { appointments, events, guard, physicianGuard, exchanged })
      : []),
    ...(coBranded ? [createCoBranded(core, coBranded, { appointments, changed, guard })] : []),
  ];
  const handlers: EventHandlers = Object.assign({}, ...modules.map((module) => module.handlers));
  const since = (flow: Flow) => (updatedAfter: string) => appointments.reconcile.since(flow, updatedAfter);
  const lists = {
    ...(fullApi && { full_api: since('full_api') }),
    ...(coBranded && { co_branded: since('co_branded') }),
  };
  return [createWebhooksModule({ ...core, flows, handlers, lists }), ...modules];
}

/** What goes before the routes of customers, of physicians, and of a request that exchanges its user token itself. */
type Guards = Record<'guard' | 'physicianGuard' | 'exchanged', Middleware[]>;

/** The modules under UPSTREAM_API_KEY. */
function createFullApi(
  core: Core,
  { http, outbox }: NonNullable<Flows['fullApi']>,
  deps: { appointments: AppointmentsModule; events: BookingEvents | null } & Guards,
): Module[] {
  const { config, hooks, assumptions, log } = core;
  const { payment } = hooks;
  if (!payment) throw new Error('The hook "payment" is needed with UPSTREAM_API_KEY.');
  const evidence = createEvidenceService({ ...core, outbox, http });
  const signedForms = { full_api: createDocuments(http, log, 'full_api') };
  const signedFormReads = createAppointmentReads(http, log);
  const physician = createPhysicianModule({
    ...core,
    outbox,
    reads: createPhysicianReads(http, log),
    appointments: deps.appointments.appointments,
    refresh: deps.appointments.refresh,
    evidence,
    structuredEnabled: config.structuredPhysician,
    openSignedForm: (ctx, owned) => openSignedForm(ctx, owned, signedFormReads, signedForms),
    guard: deps.physicianGuard,
  });
  const journey = createJourneyModule({
    ...core,
    ...deps,
    outbox,
    reads: createReads(http, assumptions, log),
    evidence,
    evidenceReads: evidence.reads,
    hooks: { ...hooks, payment },
    terms: config.terms,
    appointmentsUrl: config.appointmentsUrl,
    readAppointment: deps.appointments.readOwn,
    environment: config.upstreamEnvironment,
    missing: createSettingsCheck('full_api', config, hooks),
  });
  return [evidence, physician, journey];
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
  const { config, hooks, log } = core;
  const { handoffOrder } = hooks;
  if (!handoffOrder || !config.handoff)
    throw new Error('The hook "handoffOrder" is needed with HANDOFF_API_KEY.');
  return createHandoffModule({
    ...core,
    outbox,
    reads: createAppointmentReads(http, log),
    readProduct: createOfferingReads(http, log).product,
    appointments: deps.appointments.appointments,
    changed: deps.changed,
    order: handoffOrder,
    frameOrigin: config.handoff.origin,
    allowedHosts: config.handoff.allowedHosts,
    guard: deps.guard,
  });
}
