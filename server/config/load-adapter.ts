/** Loads the partner's adapter from ADAPTER_MODULE. */
import { type Adapter, isRoute } from '../upstream/adapter.ts';
import { importModule } from './import-module.ts';

/**
 * Loads the adapter.
 * @returns the adapter, without a function if ADAPTER_MODULE is not set; or one sentence for each fault
 */
export async function loadAdapter(
  env: NodeJS.ProcessEnv,
): Promise<{ adapter: Adapter } | { faults: string[] }> {
  if (!env.ADAPTER_MODULE) return { adapter: {} };
  const imported = await importModule<Adapter>('ADAPTER_MODULE', env.ADAPTER_MODULE, 'adapter');
  if ('faults' in imported) return imported;
  const faults = Object.entries(imported.exported).flatMap(([route, rewrite]) => {
    if (!isRoute(route)) return [`ADAPTER_MODULE: "${route}" is no route; name it as in "GET /v1/locations"`];
    return typeof rewrite === 'function' ? [] : [`ADAPTER_MODULE: "${route}" is no function`];
  });
  return faults.length > 0 ? { faults } : { adapter: imported.exported };
}
