/** The rule for DATABASE_URL: a connection that leaves this machine uses TLS and verifies the certificate. */
import { isIP } from 'node:net';
import pg from 'pg';
import { isLoopback } from '../secure-url.ts';
import { addressesOf } from './postgres-hosts.ts';

const remedy =
  'must use TLS: add ?sslmode=verify-full, and &sslrootcert=FILE for a certificate authority of your own (plain connections are taken for this machine alone)';

/**
 * Checks a database address, as the driver reads it: with its query, the files that it names, PGHOST and PGSSLMODE.
 * @param databaseUrl of one host or several
 * @returns what is wrong with it, such as `must use TLS`, without the address; null if it can be used
 */
export function databaseUrlFault(databaseUrl: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) return 'must be a postgres:// address';
  const faults = addressesOf(databaseUrl).map(addressFault);
  return faults.find((found) => found !== null) ?? null;
}

/** The parameter of libpq, with a session that takes no writes. The server never uses one. */
const otherSession = /[?&]target_session_attrs=(?!(?:read-write|primary)(?:&|$))/;

/** The parameter of libpq, other than from 1 to 999. */
const otherTimeout = /[?&]connect_timeout=(?![1-9]\d{0,2}(?:&|$))/;

function addressFault(databaseUrl: string): string | null {
  if (otherTimeout.test(databaseUrl)) return 'must have connect_timeout in seconds, from 1 to 999, or none';
  if (otherSession.test(databaseUrl)) return 'must have target_session_attrs=read-write, or none';
  const read = parametersOf(databaseUrl);
  if (typeof read === 'string') return read;
  const { host, ssl } = read;
  if (host.startsWith('/') || isLoopback({ hostname: isIP(host) === 6 ? `[${host}]` : host })) return null;
  const isVerified =
    ssl === true ||
    (typeof ssl === 'object' && ssl.rejectUnauthorized !== false && !('checkServerIdentity' in ssl));
  return isVerified ? null : remedy;
}

interface Parameters {
  host: string;
  ssl: boolean | { rejectUnauthorized?: boolean };
}

/** The driver's own reading: another parser could disagree with it about the host or about TLS. */
function parametersOf(connectionString: string): Parameters | string {
  try {
    return new pg.Client({ connectionString }) as unknown as Parameters;
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error;
    return isFile ? 'names a file that cannot be read' : 'must be a postgres:// address';
  }
}
