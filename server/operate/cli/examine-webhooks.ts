/**
 * Checks webhooks: the signing secrets, and whether the public address reaches this server (WHK-04, WHK-32, GAP-87).
 */
import { request } from 'undici';
import { webhookPath } from '../../booking/webhooks/receive.ts';
import type { Registration } from '../../booking/webhooks/secrets.ts';
import { eventHeaders } from '../../contract/upstream-webhooks.ts';
import { counted } from './counted.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const timeoutMs = 10_000;

/** How many signing secrets are stored or configured. */
export interface KnownSecrets {
  /** How many secrets decode to a key. */
  usable: number;
  /** Cannot be decoded as `webhook.secretEncoding`. */
  unusable: number;
  registered: readonly Pick<Registration, 'callbackUrl' | 'keyPrefix'>[];
}

/**
 * Checks that signing secrets are known and that the callback is reachable.
 * @param publicUrl PUBLIC_URL
 * @param keys the API keys in force by their settings. None is missing a registration if WEBHOOK_SECRETS has secrets,
 *   which may be of registrations that this database does not know
 */
export async function examineWebhooks(
  publicUrl: string,
  { usable, unusable, registered }: KnownSecrets,
  keys: readonly { setting: string; prefix: string }[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const url = publicUrl + webhookPath;
  if (url.startsWith('http:'))
    findings.push(warning(`${url} is plain http: only a sandbox on this machine sends events to it.`));
  findings.push(
    usable > 0
      ? ok(`Events are verified with ${counted(usable, 'secret')}.`)
      : warning(
          'No signing secret is known, so every event is rejected: run npx dx-booking webhooks register.',
        ),
  );
  if (unusable > 0)
    findings.push(
      fault(
        `${unusable} stored signing secret${unusable === 1 ? ' does' : 's do'} not decode to 16 bytes or more as webhook.secretEncoding in ASSUMPTIONS_FILE: events signed with ${unusable === 1 ? 'it' : 'them'} are rejected.`,
      ),
    );
  for (const { setting, prefix } of usable > 0 ? keys : [])
    if (!registered.some(({ callbackUrl, keyPrefix }) => callbackUrl === url && keyPrefix === prefix))
      findings.push(
        warning(
          `No webhook is registered for ${setting} (${prefix}.…) at ${url}, so the service sends no events for it: run npx dx-booking webhooks register.`,
        ),
      );
  findings.push(await reach(url));
  return findings;
}

/** Sends a delivery with a timestamp of 1970, which our receiver rejects with a known code and without effect. */
async function reach(url: string): Promise<Finding> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { [eventHeaders.timestamp]: '0', 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 401 && text.includes('"event_timestamp"'))
      return ok(`${url} reaches this server.`);
    if (text.includes('"urn:dx-booking:problem:not_found"'))
      return fault(
        `${url} reaches this server under another path: the proxy has to remove the path of PUBLIC_URL.`,
      );
    return fault(
      `${url} responds with status ${answer.statusCode}, but not as this server does: something else receives its requests.`,
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return fault(
      `${url} cannot be reached from here${code}. Is the server running, and is PUBLIC_URL correct?`,
    );
  }
}
