/** Every secret that a journey has met: keys, tokens, proofs, webhook secrets, and addresses that open what they name. */
import type { JWK } from 'jose';
import type { Customer } from '../support/customer.ts';
import type { FullApiServer } from '../support/full-api-server.ts';

/** What the service's answers call what must not be kept in clear. */
const secretFields = /^(url|signed_form_url|signing_secret|secret)$/;

function* secretsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'string' && secretFields.test(name)) yield part;
    else yield* secretsIn(part);
  }
}

const keysOf = (set: string | undefined): JWK[] => (JSON.parse(set ?? '{"keys":[]}') as { keys: JWK[] }).keys;

export function secretsOf({ env, wire }: FullApiServer, people: Customer[]): Record<string, string> {
  const named: [string, string][] = [['api key', `${env.UPSTREAM_API_KEY}`.split('.').slice(1).join('.')]];
  for (const { kid, k } of keysOf(env.STORE_KEYS)) named.push([`store key ${kid}`, `${k}`]);
  for (const { kid, d } of keysOf(env.TOKEN_KEYS)) named.push([`token key ${kid}`, `${d}`]);
  for (const secret of `${env.WEBHOOK_SECRETS}`.split(',')) named.push(['configured webhook secret', secret]);
  // The signature of a token or a proof represents the whole of it.
  for (const { credentials } of people)
    for (const credential of credentials) named.push(['credential', credential.split('.').at(-1) ?? '']);
  for (const { url: asked, answer } of wire.requests) {
    if (!answer.startsWith('{')) continue;
    for (const secret of secretsIn(JSON.parse(answer))) {
      const { pathname, search } = URL.canParse(secret) ? new URL(secret) : { pathname: secret, search: '' };
      const last =
        search === '' ? pathname.split('/').at(-1) : new URLSearchParams(search).values().next().value;
      const kind = asked.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*').replace(/\?.*/, '');
      named.push([`answered by ${kind}`, last ?? secret]);
    }
  }
  return Object.fromEntries(named.map(([name, secret], index) => [`${name} (${index})`, secret]));
}
