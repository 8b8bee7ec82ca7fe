/** GET, POST and PATCH /sandbox/keys: provisions keys. A change of mode increments the configuration version (CFG-07, CFG-16). */

import { ApiError } from '../engine/api-error.ts';
import { nowOf } from '../engine/clock.ts';
import { type Key, makeKey, type Provisioning, provisioning, provisioningChange } from '../engine/keys.ts';
import type { State } from '../state.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

/** The routes of the keys. */
export const keyRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/keys',
    label: 'List the keys',
    handler: (_request, state) => ({ keys: [...state.keys.values()].map(present) }),
  },
  controlRoute({
    method: 'POST',
    path: '/sandbox/keys',
    label: 'Create a key',
    body: provisioning,
    status: 201,
    handler({ body }, state) {
      const provisioned = body();
      checkEnabled(provisioned);
      const key = makeKey(state.counters, provisioned, nowOf(state.clock));
      state.keys.set(key.prefix, key);
      return present(key);
    },
  }),
  controlRoute({
    method: 'PATCH',
    path: '/sandbox/keys/:prefix',
    label: 'Save',
    body: provisioningChange,
    handler({ params, body }, state) {
      const key = findKey(state, params.prefix);
      const change = body();
      const { physician_order_mode = key.physician_order_mode } = change;
      const { structured_enabled = key.structured_enabled } = change;
      checkEnabled({ physician_order_mode, structured_enabled });
      const before = `${key.customer_consent_mode} ${key.physician_order_mode}`;
      Object.assign(key, change);
      if (before !== `${key.customer_consent_mode} ${key.physician_order_mode}`) {
        key.configuration_version += 1;
        key.updated_at = nowOf(state.clock).toISOString();
      }
      return present(key);
    },
  }),
];

/** (CFG-28, GAP-05) */
function checkEnabled({
  physician_order_mode,
  structured_enabled,
}: Pick<Provisioning, 'physician_order_mode' | 'structured_enabled'>): void {
  if (physician_order_mode === 'structured_api' && !structured_enabled)
    throw new ApiError(400, 'physician_order_mode: structured_api is not enabled for this key');
}

function findKey(state: State, prefix: string | undefined): Key {
  const key = state.keys.get(prefix ?? '');
  if (key === undefined) throw new ApiError(404, 'prefix: no such key');
  return key;
}

/** A key as the control plane lists it, with its secret. */
export type ListedKey = ReturnType<typeof present>;

function present({ secret, configuration_version: _version, updated_at: _updated, ...key }: Key) {
  return { api_key: `${key.prefix}.${secret}`, ...key };
}
