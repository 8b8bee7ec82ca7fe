/** A sandbox, and the settings of the servers that use it. */
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { developmentKeys } from './keys.ts';
import { Sandbox } from './sandbox.ts';

/** The origin of the partner's pages. */
export const origin = 'https://clinic.example';

/**
 * Starts a sandbox, and makes settings for a server that is to use it. The caller closes it.
 * @param provisioned how the API key is provisioned. @default consent and physicians of the service
 */
export async function startService(provisioned?: object) {
  const { url, close } = await startSandbox();
  const sandbox = new Sandbox(url);
  const key = provisioned ? await sandbox.makeKey(provisioned) : await sandbox.permanentKey();
  const env = {
    UPSTREAM_URL: url,
    UPSTREAM_API_KEY: key.api_key,
    ORIGINS: origin,
    ...(await developmentKeys()),
  };
  return { sandbox, key, env, close };
}
