/** Puts the rooms together; the only file that knows them all. */
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import Koa from 'koa';
import { openSignedForm } from './appointments/forms.ts';
import { createAppointmentsRoom } from './appointments/room.ts';
import type { Config } from './config.ts';
import { createEvidenceDesk } from './evidence/desk.ts';
import { createHandoffRoom } from './handoff/room.ts';
import type { Hooks } from './hooks.ts';
import { createClientAddress } from './http/client-address.ts';
import { createConnections } from './http/connections.ts';
import { cors } from './http/cors.ts';
import { createHealth } from './http/health.ts';
import { limitAddresses, limitUsers } from './http/limit-requests.ts';
import { createLive } from './http/live.ts';
import { liveRouter } from './http/live-router.ts';
import type { Log } from './http/log.ts';
import { notConfigured } from './http/not-configured.ts';
import { limitSlowBodies } from './http/patience.ts';
import { problems, tellBroken } from './http/problems.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { stopInOrder } from './http/stop-in-order.ts';
import { tellEverywhere } from './http/tell-everywhere.ts';
import { widgetFiles } from './http/widget-files.ts';
import { createJourneyRoom } from './journey/room.ts';
import { createPhysicianRoom } from './physician/room.ts';
import { createSettingsCheck } from './settings/requirements.ts';
import { createNotices } from './store/notices.ts';
import { createSeal } from './store/sealing.ts';
import { openStore } from './store/store.ts';
import { createUpkeep } from './store/upkeep.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { requestSpan } from './telemetry/request-span.ts';
import { tellSpans } from './telemetry/spans.ts';
import { tellUnmet } from './telemetry/tell-unmet.ts';
import { requireRole } from './tokens/require-role.ts';
import { createTokens } from './tokens/tokens.ts';
import { createAppointmentReads } from './upstream/appointment-reads.ts';
import { createAssumptions } from './upstream/assumptions/assumptions.ts';
import { createDocuments } from './upstream/documents.ts';
import { createUpstreamHttp } from './upstream/http.ts';
import { createPhysicianReads } from './upstream/physician-reads.ts';
import { createProductRead } from './upstream/product-read.ts';
import { createReads } from './upstream/reads.ts';
import type { Flow } from './upstream/write-kinds.ts';
import type { Readers } from './webhooks/reading.ts';
import { keepSecrets } from './webhooks/registration.ts';
import { createWebhookSecrets } from './webhooks/secrets.ts';
import type { Walk } from './webhooks/sweep.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { createWriteJournal, type TestPoint } from './writes/journal.ts';

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
  /** Where a fault test stops the journal. */
  testPoint?: TestPoint;
}

export async function createApp(parts: Parts): Promise<App> {
  const { config, hooks, now = Date.now, testPoint } = parts;
  const onExposed = (suffix: string) => parts.log('store.exposed', { suffix });
  const store = await openStore({ ...config, onExposed });
  const live = createLive(now);
  const metrics = config.metrics && createMetrics({ store, liveStreams: live.connected, now });
  const log = tellSpans(metrics ? metrics.measure(parts.log) : parts.log);
  const seal = createSeal(config.storeKeys);
  const assumptions = createAssumptions(config.assumptions, tellUnmet(log, metrics));
  const shared = { assumptions, store, seal, log, now };
  const running: { start(): void; stop(): Promise<void> }[] = [createUpkeep({ store, log, now })];
  const upstreams: { close(): Promise<void> }[] = [];

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
    const journal = createWriteJournal<F>({ flow, store, seal, http, settings, log, now, ...over });
    running.push(journal);
    upstreams.push(http);
    return { http, journal };
  }
  const fullApi = config.upstreamApiKey === null ? null : openFlow('full_api', config.upstreamApiKey);
  const coBranded = config.handoff && openFlow('co_branded', config.handoff.apiKey);

  const notices = createNotices({ store, databaseUrl: config.databaseUrl, log });
  const clientAddress = createClientAddress(config.trustedProxies);
  const addressLimits = limitAddresses(config.rateLimits.perAddress, clientAddress);
  const { endStreams } = live;
  const limitExchange = addressLimits.exchange;
  const tokens = await createTokens({ config, hooks, store, notices, endStreams, limitExchange, log, now });
  running.push(notices, tokens);
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
  const tell = tellEverywhere(live, notices);
  const changed = (customerId: string, ref: string) => tell(customerId, { kind: 'appointment', ref });
  const {
    router: appointmentsRouter,
    appointments,
    refresh,
    reconcile,
  } = createAppointmentsRoom({
    store,
    seal,
    flows: { ...(fullApi && { full_api: fullApi }), ...(coBranded && { co_branded: coBranded }) },
    changed,
    guard: asCustomer,
    log,
    now,
  });
  const routers = [tokens.router, appointmentsRouter, liveRouter(live, asCustomer)];
  const secrets = createWebhookSecrets({ store, seal, configured: config.webhookSecrets, now });
  const readers: Readers = { appointment: refresh };
  const walks: Record<string, Walk> = {};

  if (fullApi) {
    const { http, journal } = fullApi;
    keepSecrets(journal, secrets, assumptions);
    walks.full_api = (updatedAfter) => reconcile.since('full_api', updatedAfter);
    const { payment } = hooks;
    if (!payment) throw new Error('The hook "payment" is needed with UPSTREAM_API_KEY.');
    const evidence = createEvidenceDesk({ store, seal, journal, http, log, now });
    running.push(evidence);
    readers.consent_evidence = evidence.hurry;
    readers.physician_evidence = evidence.hurry;
    const signedForms = { full_api: createDocuments(http, log, 'full_api') };
    const signedFormReads = createAppointmentReads(http, log);
    const physician = createPhysicianRoom({
      ...shared,
      journal,
      reads: createPhysicianReads(http, log),
      appointments,
      refresh,
      desk: evidence,
      hooks,
      structuredEnabled: config.structuredPhysician,
      openSignedForm: (ctx, owned) => openSignedForm(ctx, owned, signedFormReads, signedForms),
      clientAddress,
      guard: [signedIn, notTooOften, requireRole('physician')],
    });
    running.push(physician);
    routers.push(
      physician.router,
      createJourneyRoom({
        ...shared,
        journal,
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
    const { http, journal } = coBranded;
    keepSecrets(journal, secrets, assumptions);
    walks.co_branded = (updatedAfter) => reconcile.since('co_branded', updatedAfter);
    const { handoffOrder: order } = hooks;
    if (!order) throw new Error('The hook "handoffOrder" is needed with HANDOFF_API_KEY.');
    const { origin: frameOrigin, allowedHosts } = config.handoff;
    routers.push(
      createHandoffRoom({
        ...shared,
        journal,
        reads: createAppointmentReads(http, log),
        readProduct: createProductRead(http, log),
        appointments,
        changed,
        order,
        frameOrigin,
        allowedHosts,
        guard: asCustomer,
      }),
    );
  } else app.use(notConfigured('/handoffs', 'This server has the key of the full API alone.'));

  const { reconcileMs } = config;
  const webhooks = createWebhooks({ ...shared, secrets, readers, walks, reconcileMs });
  running.push(webhooks);
  for (const router of [health.router, webhooks.router, ...routers]) {
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
