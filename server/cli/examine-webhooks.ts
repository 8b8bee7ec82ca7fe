/** Whether events can arrive: an address that the service may call, that leads to this server, and a secret to check them with (WHK-04, WHK-32, GAP-87). */
import { request } from 'undici';
import { eventHeaders } from '../contract/upstream-webhooks.ts';
import { webhookPath } from '../webhooks/receive.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const timeoutMs = 10_000;

/** How many signing secrets are known, and how many of them no delivery can be checked with. */
export interface KnownSecrets {
  usable: number;
  /** Do not decode as `webhook.secretEncoding` says. */
  unusable: number;
}

export async function examineWebhooks(
  publicUrl: string,
  { usable, unusable }: KnownSecrets,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const url = publicUrl + webhookPath;
  if (url.startsWith('http:'))
    findings.push(warning(`${url} is plain http: only a sandbox on this machine calls it.`));
  findings.push(
    usable > 0
      ? ok(`Events are checked under ${usable} secret${usable === 1 ? '' : 's'}.`)
      : warning('No signing secret is known, so every event is refused: npm run webhooks:register.'),
  );
  if (unusable > 0)
    findings.push(
      fault(
        `${unusable} stored signing secret${unusable === 1 ? ' does' : 's do'} not decode to 16 bytes or more as webhook.secretEncoding in ASSUMPTIONS_FILE says: events signed with ${unusable === 1 ? 'it' : 'them'} are refused.`,
      ),
    );
  findings.push(await reach(url));
  return findings;
}

/** A delivery of 1970 is refused by our receiver in its own words, and changes nothing. */
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
      return ok(`${url} leads to this server.`);
    return fault(
      `${url} answers ${answer.statusCode}, and not as this server would: something stands before it.`,
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return fault(
      `${url} cannot be reached from here${code}. Does the server run, and does PUBLIC_URL lead to it?`,
    );
  }
}
