/** Puts the rooms together; the only file that knows them all. */
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import Koa from 'koa';
import { createAppointmentsModule } from './appointments/appointments-module.ts';
import { openSignedForm } from './appointments/forms.ts';
import type { Config } from './config/config.ts';
import { createSettingsCheck } from './config/requirements.ts';
import { createEvidenceService } from './evidence/evidence.ts';
import { createHandoffModule } from './handoff/handoff.ts';
import type { Hooks } from './hooks.ts';
import { broadcast } from './http/broadcast.ts';
import { createClientAddress } from './http/client-address.ts';
import { createConnections } from './http/connections.ts';
import { cors } from './http/cors.ts';
import { createHealth } from './http/health.ts';
import { limitAddresses, limitUsers } from './http/limit-requests.ts';
import { createLive } from './http/live.ts';
import { liveRouter } from './http/live-router.ts';
import { notConfigured } from './http/not-configured.ts';
import { problems, tellBroken } from './http/problems.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { limitSlowBodies } from './http/server-timeouts.ts';
import { stopInOrder } from './http/stop-in-order.ts';
import { widgetFiles } from './http/widget-files.ts';
import { systemClock } from './jobs/clock.ts';
import { createJobs } from './jobs/jobs.ts';
import { createOutbox } from './jobs/outbox.ts';
import { readQueueDepths } from './jobs/queue-depths.ts';
import type { TestPoint } from './jobs/write.ts';
import { createJourneyModule } from './journey/journey.ts';
import type { EventHandlers, Module } from './module.ts';
import { describeError } from './observability/describe-error.ts';
import type { Log } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { reportUnmet } from './observability/report-unmet.ts';
import { requestSpan } from './observability/request-span.ts';
import { tellSpans } from './observability/spans.ts';
import { createPhysicianModule } from './physician/physician.ts';
import { createEncryption } from './store/encryption.ts';
import { createPubSub } from './store/pubsub.ts';
import { openStore } from './store/store.ts';
import { createUpkeep, upkeepEveryMs } from './store/upkeep.ts';
import { requireRole } from './tokens/require-role.ts';
import { createTokens } from './tokens/tokens.ts';
import { createAppointmentReads } from './upstream/appointments/reads.ts';
import { createAssumptions } from './upstream/assumptions/assumptions.ts';
import { createDocuments } from './upstream/documents/documents.ts';
import { createReads } from './upstream/full-api-reads.ts';
import { createUpstreamHttp } from './upstream/http.ts';
import { createOfferingReads } from './upstream/offerings/reads.ts';
import { createPhysicianReads } from './upstream/physician/reads.ts';
import { type Flow, writeKindNames } from './upstream/write-kinds.ts';
import type { ListChanged } from './webhooks/reconcile-list.ts';
import { createRegistrations } from './webhooks/registration.ts';
import { createWebhookSecrets } from './webhooks/secrets.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export interface App {
  server: Server;
  /** Answers /metrics, where the settings ask for it; to be listened with apart from the other. */
  metricsServer: Server | null;
  /** Takes no more connections, finishes or hands over what is under way, and closes the store; within nine seconds. */
  close(): Promise<void>;
}

export interface Parts {
  config: Config;
  hooks: Hooks;
  log: Log;
  /** Milliseconds since the epoch. @default Date.now */
  now?: () => number;
  /** Where a fault test stops the outbox. */
  testPoint?: TestPoint;
}

export async function createApp(parts: Parts): Promise<App> {
  const { config, hooks, now = Date.now, testPoint } = parts;
  const onExposed = (suffix: string) => parts.log('store.exposed', { suffix });
  const store = await openStore({ ...config, onExposed });
  const live = createLive(now);
  const metrics =
    config.metrics &&
    createMetrics({
      readDepths: () => readQueueDepths(store.db),
      writeKinds: writeKindNames,
      liveStreams: live.connected,
      now,
    });
  const log = tellSpans(metrics ? metrics.measure(parts.log) : parts.log);
  const encryption = createEncryption(config.storeKeys);
  const assumptions = createAssumptions(config.assumptions, reportUnmet(log, metrics));
  const running: { start(): void; stop(): Promise<void> }[] = [];
  const upstreams: { close(): Promise<void> }[] = [];
  const pubsub = createPubSub({ store, databaseUrl: config.databaseUrl, log });
  const jobs = createJobs({
    store,
    clock: systemClock(now),
    channel: pubsub.channel('dx_jobs'),
    onError: (error) => log('jobs.poll_failed', describeError(error)),
  });
  const shared = { assumptions, store, encryption, jobs, log, now };
  jobs.every(upkeepEveryMs, createUpkeep(shared));
  running.push(pubsub, jobs);
  const secrets = createWebhookSecrets({ store, encryption, configured: config.webhookSecrets, now });

  /** What one flow has to itself: its key, and the writes that go under it. */
  function openFlow<F extends Flow>(flow: F, apiKey: string) {
    const http = createUpstreamHttp({
      baseUrl: config.upstreamUrl,
      apiKey,
      timeoutMs: config.upstreamTimeoutMs,
      connections: config.upstreamConnections,
      documentHosts: config.documentHosts,
      onCalled: (call) => log('upstream.called', { flow, ...call }),
    });
    const over = testPoint ? { testPoint } : {};
    const settings = config.writes;
    const outbox = createOutbox<F>({ flow, store, encryption, jobs, http, settings, log, ...over });
    createRegistrations(outbox, secrets, assumptions);
    upstreams.push(http);
    return { http, outbox };
  }
  const fullApi = config.upstreamApiKey === null ? null : openFlow('full_api', config.upstreamApiKey);
  const coBranded = config.handoff && openFlow('co_branded', config.handoff.apiKey);

  const clientAddress = createClientAddress(config.trustedProxies);
  const addressLimits = limitAddresses(config.rateLimits.perAddress, clientAddress);
  const { endStreams, wasTold } = live;
  const limitExchange = addressLimits.exchange;
  const channel = pubsub.channel('dx_revocations');
  const { every } = jobs;
  const tokens = await createTokens({ ...shared, config, hooks, channel, every, endStreams, limitExchange });
  const { signedIn } = tokens;
  const notTooOften = limitUsers(config.rateLimits.perUser);
  const asCustomer = [signedIn, notTooOften, requireRole('customer')];

  const app = new Koa();
  app.on('error', tellBroken(log));
  app.use(requestSpan());
  app.use(requestLog(log));
  app.use(cors(config.origins, config.corsHeaders));
  app.use(problems(log));
  app.use(limitSlowBodies());
  app.use(securityHeaders(config.strictTransport));
  app.use(widgetFiles(resolve(import.meta.dirname, '../dist/widget')));
  const health = createHealth(() => store.db.selectFrom('journeys').select('id').limit(1).execute());
  app.use(health.router.routes());
  app.use(addressLimits.requests);
  const tell = broadcast(live, pubsub.channel('dx_notices'));
  const changed = (customerId: string, ref: string) => tell(customerId, { kind: 'appointment', ref });
  const appointmentsModule = createAppointmentsModule({
    ...shared,
    flows: { ...(fullApi && { full_api: fullApi }), ...(coBranded && { co_branded: coBranded }) },
    changed,
    wasAnnounced: wasTold,
    guard: asCustomer,
  });
  const { appointments, refresh, reconcile } = appointmentsModule;
  const modules: Module[] = [
    { router: tokens.router },
    appointmentsModule,
    { router: liveRouter(live, asCustomer) },
  ];
  const lists: Record<string, ListChanged> = {};

  if (fullApi) {
    const { http, outbox } = fullApi;
    lists.full_api = (updatedAfter) => reconcile.since('full_api', updatedAfter);
    const { payment } = hooks;
    if (!payment) throw new Error('The hook "payment" is needed with UPSTREAM_API_KEY.');
    const evidence = createEvidenceService({ ...shared, outbox, http });
    modules.push(evidence);
    const signedForms = { full_api: createDocuments(http, log, 'full_api') };
    const signedFormReads = createAppointmentReads(http, log);
    const physician = createPhysicianModule({
      ...shared,
      outbox,
      reads: createPhysicianReads(http, log),
      appointments,
      refresh,
      evidence,
      hooks,
      structuredEnabled: config.structuredPhysician,
      openSignedForm: (ctx, owned) => openSignedForm(ctx, owned, signedFormReads, signedForms),
      clientAddress,
      guard: [signedIn, notTooOften, requireRole('physician')],
    });
    modules.push(
      physician,
      createJourneyModule({
        ...shared,
        outbox,
        reads: createReads(http, assumptions, log),
        evidence,
        evidenceReads: evidence.reads,
        hooks: { ...hooks, payment },
        environment: config.upstreamEnvironment,
        missing: createSettingsCheck('full_api', config, hooks),
        guard: asCustomer,
        clientAddress,
      }),
    );
  } else app.use(notConfigured('/journeys', 'This server has the key of the co-branded flow alone.'));

  if (coBranded && config.handoff) {
    const { http, outbox } = coBranded;
    lists.co_branded = (updatedAfter) => reconcile.since('co_branded', updatedAfter);
    const { handoffOrder: order } = hooks;
    if (!order) throw new Error('The hook "handoffOrder" is needed with HANDOFF_API_KEY.');
    const { origin: frameOrigin, allowedHosts } = config.handoff;
    modules.push(
      createHandoffModule({
        ...shared,
        outbox,
        reads: createAppointmentReads(http, log),
        readProduct: createOfferingReads(http, log).product,
        appointments,
        changed,
        order,
        frameOrigin,
        allowedHosts,
        guard: asCustomer,
      }),
    );
  } else app.use(notConfigured('/handoffs', 'This server has the key of the full API alone.'));

  const readers: EventHandlers = Object.assign({}, ...modules.map((module) => module.handlers));
  const webhooks = createWebhooks({ ...shared, secrets, readers, lists, reconcileMs: config.reconcileMs });
  const routers = modules.flatMap(({ router }) => router ?? []);
  for (const router of [health.router, webhooks, ...routers]) {
    app.use(router.routes());
    app.use(router.allowedMethods());
  }

  const connections = createConnections(app.callback());
  for (const work of running) work.start();
  return {
    server: connections.server,
    metricsServer: metrics?.server ?? null,
    async close() {
      health.stop();
      live.close();
      await stopInOrder({ connections, running, upstreams, store });
      metrics?.server.close().closeAllConnections();
    },
  };
}
