/** All rules, area by area. */
import type { Rule } from '../check.ts';
import { access, scenarioEnds } from './rules/access.ts';
import { appointments, handoffs } from './rules/appointments.ts';
import { branches } from './rules/branches.ts';
import { consents } from './rules/consent.ts';
import { discovery, identities } from './rules/discovery.ts';
import { orders, times } from './rules/orders.ts';
import { physicians } from './rules/physician.ts';
import { keys, repeats, waits } from './rules/repeats.ts';
import { uploads } from './rules/uploads.ts';
import { webhooks } from './rules/webhooks.ts';

/** In the order of a booking. */
export const rules: readonly Rule[] = [
  ...[scenarioEnds, access, branches, discovery, identities, consents, uploads, orders, times],
  ...[physicians, appointments, handoffs, webhooks, keys, repeats, waits],
].flat();
