/**
 * The API keys. Each key is a separate partner with a flow and two independent modes (CFG-05..CFG-08, AUTH-09). The value of
 * a key does not reveal its configuration (CFG-10).
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

const flows = ['full_api', 'co_branded'] as const;
const scopes = [
  'read:consent_evidence',
  'write:consent_evidence',
  'read:physician_order_evidence',
  'write:physician_order_evidence',
  'write:orders',
  'write:appointments',
  'read:appointments',
] as const;
const keyStatuses = ['active', 'inactive'] as const;
/** The flow of a key. */
export type Flow = (typeof flows)[number];
/** A permission of a key. */
export type Scope = (typeof scopes)[number];

/** An origin that may frame the hosted page; never `*`. */
const origin = z.string().regex(/^https?:\/\/[^/*]+$/, 'must be an origin');

/** Fields that PATCH may change: all but the flow. */
const changeable = {
  customer_consent_mode: z.enum(consentModes),
  physician_order_mode: z.enum(physicianModes),
  /** Whether the mode for structured physician orders may be set (CFG-28, GAP-05). */
  structured_enabled: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  status: z.enum(keyStatuses),
  /** Hosts that `return_url` and `member_profile_url` may carry. */
  allowed_hosts: z.array(z.string().min(1)),
  /** Empty: every loopback origin. */
  embed_origins: z.array(origin).meta({ title: 'Origins that can frame the hosted page' }),
};

/** Body of POST /sandbox/keys. */
export const provisioning = z.strictObject({
  flow: z.enum(flows),
  ...changeable,
  structured_enabled: changeable.structured_enabled.default(true),
  scopes: changeable.scopes.default([...scopes]),
  status: changeable.status.default('active'),
  allowed_hosts: changeable.allowed_hosts.default(['partner.example', '127.0.0.1', 'localhost']),
  embed_origins: changeable.embed_origins.default([]),
});
/** The properties of a new key. */
export type Provisioning = z.infer<typeof provisioning>;

/** Body of PATCH /sandbox/keys/{prefix}. */
export const provisioningChange = z.strictObject(changeable).partial();

/** The modes of a workflow. They are fixed at its creation, even if the key changes later (CFG-16, CFG-17). */
export interface Modes {
  customer_consent_mode: ConsentMode;
  physician_order_mode: PhysicianMode;
}

/** An API key with its provisioning. */
export interface Key extends Provisioning {
  /** The part before the dot; owners of records are named by it. */
  prefix: string;
  secret: string;
  environment: 'staging';
  /** Counts the changes of the key's modes, from 1. */
  configuration_version: number;
  updated_at: string;
}

/** Creates a key; prefix and secret follow from the counter, so they are the same at every start. */
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
 * Creates the keys that exist at start: one for each of the six full-API configurations, and one co-branded key. All
 * are active and have every scope, because tools pick any key with the configuration that they need. POST /sandbox/keys
 * creates others (GAP-102).
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
