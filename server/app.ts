/** Puts the rooms together; the only file that knows them all. */
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import Koa from 'koa';
import type { Config } from './config.ts';
import type { Hooks } from './hooks.ts';
import { createClientAddress } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import type { Log } from './http/log.ts';
import { problems } from './http/problems.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { widgetFiles } from './http/widget-files.ts';
import { createJourneys } from './journey/journeys.ts';
import { createOpenJourney } from './journey/open-journey.ts';
import { guardedPayment } from './journey/payment.ts';
import { createProvisioning } from './journey/provisioning.ts';
import { journeyRouter } from './journey/routes.ts';
import type { Needs } from './journey/step.ts';
import { createTurns } from './journey/turns.ts';
import { createSeal } from './store/sealing.ts';
import { openStore } from './store/store.ts';
import { requireRole } from './tokens/require-role.ts';
import { requireSession } from './tokens/require-session.ts';
import type { TokenOptions } from './tokens/token-options.ts';
import { tokenRouter } from './tokens/token-router.ts';
import { assume } from './upstream/assumptions.ts';
import { createUpstreamHttp } from './upstream/http.ts';
import { createReads } from './upstream/reads.ts';
import { createWriteJournal, type TestPoint } from './writes/journal.ts';

export interface App {
  server: Server;
  /** Stops taking requests, hands its writes over and closes the store. */
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

/** How long an answer waits for the service before the page is told to ask again. */
const patienceMs = 2_500;

export async function createApp({ config, hooks, log, now = Date.now, testPoint }: Parts): Promise<App> {
  assume(config.assumptions);
  const store = await openStore(config);
  const seal = createSeal(config.storeKeys);
  const http = createUpstreamHttp({
    baseUrl: config.upstreamUrl,
    apiKey: config.upstreamApiKey,
    timeoutMs: config.upstreamTimeoutMs,
    connections: config.upstreamConnections,
  });
  const journal = createWriteJournal({
    flow: 'full_api',
    store,
    seal,
    http,
    settings: config.writes,
    log,
    now,
    ...(testPoint ? { testPoint } : {}),
  });
  const needs: Needs = { reads: createReads(http, log), payment: guardedPayment(hooks.payment, log), now };
  const provisioning = createProvisioning(needs.reads, config.upstreamEnvironment, log);
  const journeys = createJourneys(store, seal, now);
  const turns = createTurns({ store, journeys, journal, needs, log, patienceMs });
  const tokens: TokenOptions = {
    publicUrl: config.publicUrl,
    signingKeys: { keys: config.tokenKeys },
    lifetimeSeconds: config.tokenLifetimeSeconds,
    origins: config.origins,
    subject: config.subject,
    now,
    ...(hooks.verifySubject ? { verifySubject: hooks.verifySubject } : {}),
    onSubjectRefused: (reason) => log('token.refused', { code: reason }),
  };

  const app = new Koa();
  app.use(requestLog(log));
  app.use(cors(config.origins));
  app.use(problems(log));
  app.use(securityHeaders());
  app.use(widgetFiles(resolve(import.meta.dirname, '../dist/widget')));
  const journey = journeyRouter({
    journeys,
    turns,
    journal,
    needs,
    open: createOpenJourney({ journeys, turns, needs, provisioning, log }),
    guard: [requireSession(tokens), requireRole('customer')],
    clientAddress: createClientAddress(config.trustedProxies),
  });
  for (const router of [tokenRouter(tokens), journey]) {
    app.use(router.routes());
    app.use(router.allowedMethods());
  }

  const server = createServer(app.callback());
  journal.start();
  return {
    server,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      await closed;
      await journal.stop();
      await http.close();
      await store.close();
    },
  };
}
