/**
 * The API keys: each is a partner of its own, provisioned with a flow and two independent modes (CFG-05..CFG-08, AUTH-09).
 * The values of a key say nothing about its configuration (CFG-10).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type ConsentMode,
  consentModes,
  type PhysicianMode,
  physicianModes,
} from '../../contract/upstream-api/configuration.ts';
import { type Counters, nextNumber } from './ids.ts';

export const flows = ['full_api', 'co_branded'] as const;
export const scopes = [
  'read:consent_evidence',
  'write:consent_evidence',
  'read:physician_order_evidence',
  'write:physician_order_evidence',
  'write:orders',
  'write:appointments',
  'read:appointments',
] as const;
export const keyStatuses = ['active', 'inactive'] as const;
export type Flow = (typeof flows)[number];
export type Scope = (typeof scopes)[number];

/** An origin of a page that frames the hosted one; never `*`. */
const origin = z.string().regex(/^https?:\/\/[^/*]+$/, 'must be an origin');

/** What a key may be changed to later, the flow not being among it. */
const changeable = {
  customer_consent_mode: z.enum(consentModes),
  physician_order_mode: z.enum(physicianModes),
  /** Onboarded and certified for structured physician orders: without it that mode cannot be set (CFG-28, GAP-05). */
  structured_enabled: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  status: z.enum(keyStatuses),
  /** Hosts that `return_url` and `member_profile_url` may carry. */
  allowed_hosts: z.array(z.string().min(1)),
  /** Empty: every loopback origin. */
  embed_origins: z.array(origin),
};

export const provisioning = z.strictObject({
  flow: z.enum(flows),
  ...changeable,
  structured_enabled: changeable.structured_enabled.default(true),
  scopes: changeable.scopes.default([...scopes]),
  status: changeable.status.default('active'),
  allowed_hosts: changeable.allowed_hosts.default(['partner.example', '127.0.0.1', 'localhost']),
  embed_origins: changeable.embed_origins.default([]),
});
export type Provisioning = z.infer<typeof provisioning>;

export const provisioningChange = z.strictObject(changeable).partial();

/** The two modes as a workflow keeps them from its creation on, whatever the key is set to later (CFG-16, CFG-17). */
export interface Modes {
  customer_consent_mode: ConsentMode;
  physician_order_mode: PhysicianMode;
}

export interface Key extends Provisioning {
  prefix: string;
  secret: string;
  environment: 'staging';
  configuration_version: number;
  updated_at: string;
}

export function makeKey(counters: Counters, provisioned: Provisioning, now: Date): Key {
  const hex = createHash('sha256')
    .update(`key:${nextNumber(counters, 'key')}`)
    .digest('hex');
  return {
    ...provisioned,
    prefix: `pk_${hex.slice(0, 12)}`,
    secret: hex.slice(12, 52),
    environment: 'staging',
    configuration_version: 1,
    updated_at: now.toISOString(),
  };
}

/**
 * One key for each of the six configurations of the full API and one for the co-branded flow. Each of them works: a tool that
 * takes whichever standing key has its configuration must not meet an inactive or a scope-less one. Those are made with
 * POST /sandbox/keys (GAP-102).
 */
export function standingKeys(counters: Counters, now: Date): Key[] {
  const sixConfigurations = consentModes.flatMap((customer_consent_mode) =>
    physicianModes.map((physician_order_mode) => ({
      flow: 'full_api',
      customer_consent_mode,
      physician_order_mode,
    })),
  );
  const coBranded = {
    flow: 'co_branded',
    customer_consent_mode: 'service_consent_api',
    physician_order_mode: 'service_service',
  };
  return [...sixConfigurations, coBranded].map((choice) =>
    makeKey(counters, provisioning.parse(choice), now),
  );
}
