/**
 * The requirements of each API key beside itself: hooks, settings and assumptions, as two tables. The server's start
 * checks the first, because only the settings decide it. The second depends on how a key is provisioned, which only the
 * service knows: `doctor` checks it for both keys, and the server logs the faults of UPSTREAM_API_KEY when a booking begins
 * (CFG-21, CFG-27, GAP-32, T97).
 */

import { hookNames } from '../contract/hooks-api.ts';
import type { Hooks } from '../partner/hooks.ts';
import type { Configuration } from '../upstream/configuration.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import type { Config } from './config.ts';
import { nearest } from './given-settings.ts';

/** The hooks of a server, and the place that names them. */
interface NamedHooks {
  hooks: Hooks;
  /** A setting, or the option of `createBookingServer`. */
  hooksSetting: 'HOOKS_MODULE' | 'HOOKS' | 'hooks';
}

interface Essential {
  /** The setting whose presence makes this one necessary; null for every server. */
  key: 'UPSTREAM_API_KEY' | 'HANDOFF_API_KEY' | null;
  missing: (hooks: Hooks, env: NodeJS.ProcessEnv) => boolean;
  message: (hooksSetting: NamedHooks['hooksSetting']) => string;
}

/** Settings and hooks without which the server does not start. */
const essentials: Essential[] = [
  {
    key: 'UPSTREAM_API_KEY',
    missing: (hooks) => typeof hooks.payment !== 'function',
    message: (hooksSetting) => `${hooksSetting} has no hook "payment", which UPSTREAM_API_KEY needs`,
  },
  {
    key: 'HANDOFF_API_KEY',
    missing: (hooks) => typeof hooks.handoffOrder !== 'function',
    message: (hooksSetting) => `${hooksSetting} has no hook "handoffOrder", which HANDOFF_API_KEY needs`,
  },
  {
    key: null,
    missing: (hooks, env) => typeof hooks.verifySubject !== 'function' && !env.SUBJECT_ISSUER,
    message: () =>
      'SUBJECT_ISSUER is needed, with SUBJECT_JWKS_URL and SUBJECT_AUDIENCE, or the hook "verifySubject"',
  },
];

/**
 * Lists the essential settings and hooks that are missing, and the hooks whose name is misspelt: one sentence each, without
 * a final stop.
 * @param env the settings as they are given, before all of them are valid
 */
export const hookFaults = (env: NodeJS.ProcessEnv, named: NamedHooks): string[] => [
  ...misspelt(named),
  ...essentials
    .filter(({ key, missing }) => (key === null || Boolean(env[key])) && missing(named.hooks, env))
    .map(({ message }) => message(named.hooksSetting)),
];

const knownHooks: (keyof Hooks)[] = [...hookNames, 'onEvent'];

/** The server would never call such a hook, and nobody would notice that it is missing. */
const misspelt = ({ hooks, hooksSetting }: NamedHooks): string[] =>
  Object.keys(hooks)
    .filter((name) => !knownHooks.some((known) => known === name))
    .flatMap((name) => {
      const near = nearest(name, knownHooks);
      if (near === null || hooks[near]) return [];
      return [`${hooksSetting} has "${name}", which is no hook; did you mean "${near}"?`];
    });

/** A setting that a key's configuration needs and that is missing. */
export interface MissingSetting {
  /** The setting, hook or assumption to set: a constant, fit for a log. */
  setting: string;
  /** `fault`: users cannot finish. `warning`: some of them cannot, or the server cannot know. */
  level: 'fault' | 'warning';
  /** A sentence about the effect of its absence, and the setting that helps. */
  message: string;
}

interface Requirement extends MissingSetting {
  flow: Flow;
  /** Whether a key of this configuration needs it. */
  when: (found: Configuration) => boolean;
  missing: (config: Config, hooks: Hooks) => boolean;
}

const consentByPdf = ({ customer_consent }: Configuration) => customer_consent.mode === 'api_partner_pdf';
const ordersByPdf = ({ physician_order }: Configuration) => physician_order.mode === 'api_partner_pdf';
const structuredOrders = ({ physician_order }: Configuration) => physician_order.mode === 'structured_api';
const ordersHere = (found: Configuration) => ordersByPdf(found) || structuredOrders(found);

/** The rows of the version that an uploaded document needs. Only the warning applies if the hook makes documents. */
function attestationVersion(
  hook: 'consentDocument' | 'physicianDocument',
  when: Requirement['when'],
  messages: Record<MissingSetting['level'], string>,
): Requirement[] {
  const row = (level: MissingSetting['level'], hasHook: boolean): Requirement => ({
    flow: 'full_api',
    setting: 'evidence.attestationVersion',
    level,
    when,
    missing: (config, hooks) =>
      config.ASSUMPTIONS_FILE.evidence.attestationVersion === null && Boolean(hooks[hook]) === hasHook,
    message: messages[level],
  });
  return [row('fault', false), row('warning', true)];
}

const requirements: Requirement[] = [
  ...attestationVersion('consentDocument', consentByPdf, {
    fault:
      'Consent is by PDF, and there is neither the entry evidence.attestationVersion in ASSUMPTIONS_FILE nor the hook "consentDocument": no customer can book. Set the version that was agreed at onboarding.',
    warning:
      'Consent is by PDF, and the entry evidence.attestationVersion is not in ASSUMPTIONS_FILE: a customer for whom the hook "consentDocument" returns null cannot upload a document.',
  }),
  ...attestationVersion('physicianDocument', ordersByPdf, {
    fault:
      'Physician orders are by PDF, and there is neither the entry evidence.attestationVersion in ASSUMPTIONS_FILE nor the hook "physicianDocument": no order can be submitted. Set the version that was agreed at onboarding.',
    warning:
      'Physician orders are by PDF, and the entry evidence.attestationVersion is not in ASSUMPTIONS_FILE: an order for which the hook "physicianDocument" returns null cannot be uploaded.',
  }),
  {
    flow: 'full_api',
    setting: 'STRUCTURED_PHYSICIAN_ENABLED',
    level: 'fault',
    when: structuredOrders,
    missing: (config) => !config.STRUCTURED_PHYSICIAN_ENABLED,
    message:
      'Physician orders are by structured_api, and STRUCTURED_PHYSICIAN_ENABLED is not true: no physician can sign. Set it once onboarding has enabled and certified structured orders.',
  },
  {
    flow: 'full_api',
    setting: 'mayOrder',
    level: 'fault',
    when: ordersHere,
    missing: (_config, hooks) => !hooks.mayOrder,
    message:
      'Physicians order through this server, and the hook "mayOrder" is missing: no physician sees an appointment.',
  },
  {
    flow: 'full_api',
    setting: 'verifySubject',
    level: 'fault',
    when: ordersHere,
    missing: (_config, hooks) => !hooks.verifySubject,
    message:
      'Physicians order through this server, and the hook "verifySubject" is missing: no physician can sign in, since a token that your issuer signed always names a customer.',
  },
  {
    flow: 'full_api',
    setting: 'DOCUMENT_HOSTS',
    level: 'warning',
    when: (found) => consentByPdf(found) || ordersByPdf(found),
    // The service is on another machine, where documents may be on hosts of their own.
    missing: (config) => config.UPSTREAM_URL.startsWith('https:') && config.DOCUMENT_HOSTS.length === 0,
    message:
      "Documents are uploaded, and DOCUMENT_HOSTS is empty: they are uploaded only to the service's own host. npx dx-booking conformance --assumptions FILE prints the hosts that the service uses.",
  },
  {
    flow: 'co_branded',
    setting: 'HANDOFF_ALLOWED_HOSTS',
    level: 'warning',
    when: () => true,
    missing: (config) => config.HANDOFF_ALLOWED_HOSTS.length === 0,
    message:
      'HANDOFF_ALLOWED_HOSTS is empty: a handoff with a return_url or a member_profile_url is refused.',
  },
  {
    flow: 'co_branded',
    setting: 'HANDOFF_API_KEY',
    level: 'warning',
    when: ordersHere,
    missing: () => true,
    message:
      'Physician orders are not by service_service, and this server takes physician orders only for appointments of UPSTREAM_API_KEY: submit those of this key another way.',
  },
];

/**
 * Creates the check of one flow's settings.
 *
 * @returns lists what a key of this configuration needs and the server lacks; empty if it can serve every user
 */
export function createSettingsCheck(
  flow: Flow,
  config: Config,
  hooks: Hooks,
): (found: Configuration) => MissingSetting[] {
  return (found) =>
    requirements
      .filter((row) => row.flow === flow && row.when(found) && row.missing(config, hooks))
      .map(({ setting, level, message }) => ({ setting, level, message }));
}
