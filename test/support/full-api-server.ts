/** The partner's server on a free port over the real sandbox, with a payment hook whose result a test sets. */
import type { Clock } from '../../server/core/clock.ts';
import type { Hooks, PaymentRequest } from '../../server/partner/hooks.ts';
import { Customer } from './customer.ts';
import { verifySubject } from './partner-hooks.ts';
import { type PartnerServerOptions, startPartnerServer } from './partner-server.ts';
import { origin } from './service.ts';

export { origin };

/** A running server with its sandbox. */
export type FullApiServer = Awaited<ReturnType<typeof startFullApiServer>>;

/**
 * Starts a server and its sandbox. Both stop with `stop`.
 * @param options.key how the API key is provisioned. @default consent and physicians of the service
 */
export async function startFullApiServer(
  options: PartnerServerOptions & {
    databaseUrl?: string | undefined;
    key?: object;
    consentDocument?: Hooks['consentDocument'];
    resultWords?: Hooks['resultWords'];
  } = {},
) {
  /** The calls of the hook; `paid` decides its result. */
  const payments = { asked: [] as PaymentRequest[], paid: true, broken: false };
  const hooks: Hooks = {
    async payment(request) {
      payments.asked.push(request);
      if (payments.broken) throw new Error('the books are closed');
      if (payments.paid) return { state: 'paid', reference: `bill-${request.journeyId}` };
      return { state: 'due', payUrl: `${origin}/pay/${request.journeyId}` };
    },
    ...(options.consentDocument ? { consentDocument: options.consentDocument } : {}),
    ...(options.resultWords ? { resultWords: options.resultWords } : {}),
    // A partner that names an issuer signs its users' tokens.
    ...(options.env?.SUBJECT_ISSUER === undefined && { verifySubject }),
  };
  const server = await startPartnerServer(options, async (sandbox) => {
    const key = options.key ? await sandbox.makeKey(options.key) : await sandbox.permanentKey();
    const database = options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {};
    return { env: { UPSTREAM_API_KEY: key.api_key, ORIGINS: origin, ...database }, hooks };
  });
  /** A signed-in customer of that id. */
  const customerAt = (at: string) => (id: string, headers?: Record<string, string>) =>
    new Customer(at, origin, `user-${id}`, headers);
  return {
    ...server,
    payments,
    customer: customerAt(server.url),
    async another(settings?: Record<string, string>, clock?: Clock) {
      const { url, ...other } = await server.another(settings, clock);
      return { customer: customerAt(url), ...other };
    },
  };
}
