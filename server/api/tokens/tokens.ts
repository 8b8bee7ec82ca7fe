/** The tokens module: token exchange, sessions of requests, and the sign-out by the partner's backend. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { Config } from '../../config/config.ts';
import type { Session } from '../../contract/token-api.ts';
import type { Module } from '../../core/module.ts';
import type { Log } from '../../core/observability/log.ts';
import { requestId } from '../../core/observability/request-id.ts';
import type { Channel } from '../../core/store/pubsub.ts';
import type { Store } from '../../core/store/store.ts';
import type { Hooks } from '../../partner/hooks.ts';
import { logIgnoredFields } from '../../partner/hooks-http/log-hook-failure.ts';
import type { UserLimit } from '../http/limit-requests.ts';
import type { SessionState } from '../http/session-state.ts';
import { createAccessTokens } from './access-token.ts';
import { createExchange } from './exchange.ts';
import { type ExchangedState, exchangeInForm } from './exchange-in-form.ts';
import { answerOAuthErrors } from './oauth-error.ts';
import { createProofCheck } from './proof.ts';
import { createReplayMemory } from './replay.ts';
import { requireSession } from './require-session.ts';
import { createRevocations, type Revocations } from './revocations.ts';
import { createSubjectCheck } from './subject.ts';
import { createSubjectTokenUses } from './subject-token-uses.ts';
import { prepareTokenOptions, type SubjectIssuer, type TokenOptions } from './token-options.ts';
import { tokenRouter } from './token-router.ts';

/** The limits of exchanges. */
export interface ExchangeLimits {
  /** Refuses an exchange before its body is read. */
  exchange: Middleware;
  /** Counts an exchange for its user, and refuses a request of one over the limit. */
  user: Pick<UserLimit, 'spend' | 'isReached'>;
}

/** The module, with the guards of other modules' routes. */
export interface TokensModule extends Module {
  /** Accepts a request with a valid widget token and sets its session. */
  signedIn: Middleware<SessionState>;
  /** Exchanges the user token in the form of a request, and sets its session: for a first request that also reads. */
  exchanged: Middleware<ExchangedState>[];
  /** Ends the sessions of a user at every process. */
  revocations: Revocations;
}

/**
 * Creates the module. Resolves after it has read which users have signed out.
 * @param deps.now milliseconds since the epoch
 * @throws StoreUnavailable; Error if a setting is not valid
 */
export async function createTokensModule(deps: {
  config: Config;
  /** Lifetime of a widget token. @default 600 */
  lifetimeSeconds: number | undefined;
  hooks: Pick<Hooks, 'verifySubject'>;
  store: Store;
  /** The channel for messages about revocations. */
  channel: Channel;
  /** Runs `work` when the jobs start and then every `everyMs` (jobs/jobs.ts). */
  every: (everyMs: number, work: () => Promise<void>) => void;
  /** Ends the live streams of revoked sessions. */
  endStreams: (isRevoked: (session: Session) => boolean) => void;
  limits: ExchangeLimits;
  log: Log;
  now: () => number;
}): Promise<TokensModule> {
  const { config, hooks, store, log, now } = deps;
  const revocations = createRevocations({
    ...deps,
    userTokenSeconds: config.SUBJECT_TOKEN_MAX_SECONDS,
    onRevoked: deps.endStreams,
  });
  await revocations.read();
  const options: TokenOptions = {
    publicUrl: config.PUBLIC_URL,
    signingKeys: { keys: config.TOKEN_KEYS },
    lifetimeSeconds: deps.lifetimeSeconds ?? 600,
    origins: config.ORIGINS,
    subject: subjectIssuerOf(config),
    ...(hooks.verifySubject ? { verifySubject: hooks.verifySubject } : {}),
    uses: createSubjectTokenUses(store, now),
    revocations,
    backendSecrets: config.BACKEND_SECRETS,
    onSubjectRead: (returned, read) => logIgnoredFields(log, 'verifySubject', returned, read),
    onSubjectRefused: (refused) => log('token.refused', { ...refused, request_id: requestId() }),
    now,
  };
  return { ...createTokenApi(options, deps.limits), revocations };
}

/**
 * Creates the routes and the guards. The routes share one exchange, which remembers the used proofs.
 * @throws Error if there is no signing key, or neither `subject` nor `verifySubject` is set
 */
export function createTokenApi(
  options: TokenOptions,
  limits: ExchangeLimits,
): Pick<TokensModule, 'signedIn' | 'exchanged'> & { router: Router } {
  const setup = prepareTokenOptions(options);
  const { nonces, now } = setup;
  const accessTokens = createAccessTokens(setup);
  const exchange = createExchange({
    ...setup,
    checkProof: createProofCheck({ nonces, replays: createReplayMemory(now), now }),
    checkSubject: createSubjectCheck(setup),
    accessTokens,
    limitUser: limits.user.spend,
  });
  return {
    router: tokenRouter(setup, limits.exchange, exchange),
    exchanged: [limits.exchange, answerOAuthErrors, exchangeInForm(exchange)],
    signedIn: requireSession(setup, accessTokens, limits.user),
  };
}

/** The issuer of user tokens; null if there is none. Its three settings are set together. */
function subjectIssuerOf(config: Config): SubjectIssuer | null {
  const { SUBJECT_ISSUER: issuer, SUBJECT_JWKS_URL: jwksUrl, SUBJECT_AUDIENCE: audience } = config;
  if (!issuer || !jwksUrl || !audience) return null;
  const { SUBJECT_TOKEN_MAX_SECONDS: maxSeconds, SUBJECT_TOKEN_TYPES: types } = config;
  return { issuer, jwksUrl, audience, maxSeconds, types };
}
