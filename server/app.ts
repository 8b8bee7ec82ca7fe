/** Puts the rooms together; the only file that knows them all. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import Koa from 'koa';
import { createAppointmentsRoom } from './appointments/room.ts';
import type { Config } from './config.ts';
import { createEvidenceDesk } from './evidence/desk.ts';
import type { Hooks } from './hooks.ts';
import { createClientAddress } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import { createLive } from './http/live.ts';
import { liveRouter } from './http/live-router.ts';
import type { Log } from './http/log.ts';
import { problems } from './http/problems.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { widgetFiles } from './http/widget-files.ts';
import { createJourneyRoom } from './journey/room.ts';
import { createSeal } from './store/sealing.ts';
import { openStore } from './store/store.ts';
import { requireRole } from './tokens/require-role.ts';
import { requireSession } from './tokens/require-session.ts';
import type { TokenOptions } from './tokens/token-options.ts';
import { tokenRouter } from './tokens/token-router.ts';
import { assume } from './upstream/assumptions.ts';
import { createEvidenceReads } from './upstream/evidence-reads.ts';
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
  const evidenceReads = createEvidenceReads(http, log);
  const evidence = createEvidenceDesk({ store, seal, journal, reads: evidenceReads, log, now });
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

  const live = createLive(now);
  const asCustomer = [requireSession(tokens), requireRole('customer')];

  const app = new Koa();
  app.use(requestLog(log));
  app.use(cors(config.origins));
  app.use(problems(log));
  app.use(securityHeaders());
  app.use(widgetFiles(resolve(import.meta.dirname, '../dist/widget')));
  const journey = createJourneyRoom({
    store,
    seal,
    journal,
    reads: createReads(http, log),
    evidence,
    evidenceReads,
    hooks,
    environment: config.upstreamEnvironment,
    guard: asCustomer,
    clientAddress: createClientAddress(config.trustedProxies),
    log,
    now,
  });
  const appointments = createAppointmentsRoom({
    store,
    seal,
    flows: { full_api: { http, journal } },
    changed: (customerId, ref) => live.tell(customerId, { id: randomUUID(), kind: 'appointment', ref }),
    guard: asCustomer,
    log,
    now,
  });
  for (const router of [tokenRouter(tokens), journey, appointments.router, liveRouter(live, asCustomer)]) {
    app.use(router.routes());
    app.use(router.allowedMethods());
  }

  const server = createServer(app.callback());
  journal.start();
  evidence.start();
  return {
    server,
    async close() {
      const closed = new Promise((done) => server.close(done));
      live.close();
      server.closeIdleConnections();
      await closed;
      await evidence.stop();
      await journal.stop();
      await http.close();
      await store.close();
    },
  };
}
