/**
 * Several hosts in one address of PostgreSQL, as libpq takes them: a database and its standbys. The driver takes one host
 * only. Connections go to the host that accepts writes, also after a standby was promoted.
 */
import type pg from 'pg';

/** @returns one address for each host of the address, in their order */
export function addressesOf(databaseUrl: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl);
  if (!parts) return [databaseUrl];
  const [, credentials, hosts = '', rest] = parts;
  return hosts.split(',').map((host) => `${credentials}${host}${rest}`);
}

/**
 * Reads how long a connection may take: `connect_timeout`, a parameter of libpq in seconds, which the driver ignores.
 * @returns milliseconds; 5,000 if the address does not say
 */
export const connectTimeoutMs = (address: string): number =>
  Number(/[?&]connect_timeout=(\d+)/.exec(address)?.[1] ?? 5) * 1_000;

/**
 * Creates a function that connects to the first host that can be used, beginning with the one that was used last.
 * @returns rejects with the error of the first host that it tried, if none can be used
 */
export function createConnect<Host>(hosts: readonly Host[]) {
  let last = 0;
  return async function connect<T>(to: (host: Host) => Promise<T>): Promise<T> {
    const inTurn = [...hosts.entries()].map((_, n, all) => all[(last + n) % all.length] as [number, Host]);
    const failures: unknown[] = [];
    for (const [place, host] of inTurn) {
      try {
        const connected = await to(host);
        last = place;
        return connected;
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  };
}

/**
 * Checks that a host accepts writes.
 * @param query sends a statement to the host
 * @throws Error with the SQLSTATE of a read-only session, if it does not accept writes; the errors of `query`
 */
export async function needPrimary(query: (text: string) => Promise<pg.QueryResult>): Promise<void> {
  const { rows } = await query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('this host does not accept writes'), { code: readOnlySession });
}

/** SQLSTATE. */
export const readOnlySession = '25006';
