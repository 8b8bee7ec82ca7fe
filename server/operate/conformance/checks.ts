/** All checks, area by area. */
import type { Check } from './check.ts';
import { appointments } from './checks/appointments.ts';
import { changes } from './checks/changes.ts';
import { consents } from './checks/consent.ts';
import { discovery } from './checks/discovery.ts';
import { documents } from './checks/documents.ts';
import { evidence } from './checks/evidence.ts';
import { handoff } from './checks/handoff.ts';
import { identities } from './checks/identities.ts';
import { orders } from './checks/orders.ts';
import { paperOrders } from './checks/paper-orders.ts';
import { physician } from './checks/physician.ts';
import { rules } from './checks/rules.ts';
import { scheduling } from './checks/scheduling.ts';
import { uploads } from './checks/uploads.ts';
import { webhooks } from './checks/webhooks.ts';

/** In the order of a booking. */
export const checks: readonly Check[] = [
  ...[discovery, identities, consents, orders, scheduling],
  ...[appointments, changes, documents, evidence, uploads, paperOrders, physician, webhooks, handoff, rules],
].flat();
