/** Runs the gym's site. The environment variables below configure it. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createSite } from './create-site.ts';

const environment = z
  .object({
    PORT: z.coerce.number().int(),
    HOST: z.string().default('127.0.0.1'),
    /** Addresses of this site and of the partner's server in the browser. */
    GYM_URL: z.url(),
    SERVER_URL: z.url(),
    UPSTREAM_URL: z.url(),
    HANDOFF_API_KEY: z.string().min(1),
    HANDOFF_ORIGIN: z.url(),
    /** A private ES256 JWK. */
    SUBJECT_KEY: z.string().transform((text) => JSON.parse(text)),
    GYM_HOOK_SECRET: z.string().min(32),
    BACKEND_SECRET: z.string().min(32),
    /** The server's ASSUMPTIONS_FILE, if it has one. */
    ASSUMPTIONS_FILE: z.string().optional(),
  })
  .parse(process.env);

const server = createSite({
  siteUrl: environment.GYM_URL,
  serverUrl: environment.SERVER_URL,
  serviceUrl: environment.UPSTREAM_URL,
  apiKey: environment.HANDOFF_API_KEY,
  frameOrigin: environment.HANDOFF_ORIGIN,
  subjectKey: environment.SUBJECT_KEY,
  assumptionsFile: environment.ASSUMPTIONS_FILE || undefined,
  hookSecret: environment.GYM_HOOK_SECRET,
  backendSecret: environment.BACKEND_SECRET,
  widgetDir: fileURLToPath(new URL('../../widget/dist/cdn', import.meta.url)),
}).listen(environment.PORT, environment.HOST, () => console.log(`gym ready ${environment.GYM_URL}`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
