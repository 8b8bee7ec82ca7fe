/** Runs the clinic's site. The environment variables below configure it. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createSite } from './create-site.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const environment = z
  .object({
    PORT: z.coerce.number().int(),
    HOST: z.string().default('127.0.0.1'),
    /** Addresses of this site and of the partner's server in the browser. */
    CLINIC_URL: z.url(),
    SERVER_URL: z.url(),
    /** A private ES256 JWK. */
    SUBJECT_KEY: z.string().transform((text) => JSON.parse(text)),
    CLINIC_HOOK_SECRET: z.string().min(32),
    BACKEND_SECRET: z.string().min(32),
  })
  .parse(process.env);

const server = createSite({
  siteUrl: environment.CLINIC_URL,
  serverUrl: environment.SERVER_URL,
  subjectKey: environment.SUBJECT_KEY,
  hookSecret: environment.CLINIC_HOOK_SECRET,
  backendSecret: environment.BACKEND_SECRET,
  widgetDir: folder('../../widget/dist/cdn'),
  scriptsDir: folder('../../dist/full-api'),
}).listen(environment.PORT, environment.HOST, () => console.log(`site ready ${environment.CLINIC_URL}`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
