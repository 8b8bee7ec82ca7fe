/** Reads the file of keys, and asks the service how each is provisioned. */
import { brief, createClient } from './client.ts';
import type { Shape } from './shapes.ts';
import type { KnownKey } from './trial.ts';

/** The keys of a file, and what the service says about them. */
export interface FoundKeys {
  keys: KnownKey[];
  environment: string;
  /** Of the first key. */
  configurationVersion: unknown;
}

/**
 * @param text a key in each line; `co_branded` in front of one says its flow, which the service does not show
 * @throws if the service does not know a key, or there is none
 */
export async function readKeys(base: string, text: string): Promise<FoundKeys> {
  const keys: KnownKey[] = [];
  const found: Shape<'configuration'>[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [apiKey = '', flow] = line.split(/\s+/).reverse();
    const client = createClient({ base, apiKey, run: '', memo: new Map(), pause: null, record: () => {} });
    const answer = await client.get<Shape<'configuration'>>('/v1/integration-configuration');
    if (answer.status !== 200) throw new Error(`Key ${client.prefix}: the service answered ${brief(answer)}`);
    found.push(answer.data);
    keys.push({
      apiKey,
      flow: flow === 'co_branded' ? flow : 'full_api',
      customer_consent_mode: answer.data.customer_consent.mode,
      physician_order_mode: answer.data.physician_order.mode,
    });
  }
  const [first] = found;
  if (!first) throw new Error('The file has no key');
  return { keys, environment: first.environment, configurationVersion: first.configuration_version };
}
