/** The partner and the token servers of a file of tests. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { TokenOptions } from '../../../server/api/tokens/token-options.ts';
import { type Browser, openBrowser } from '../../support/token-client.ts';
import { type Partner, startPartner, startServer, type TokenServer } from '../../support/token-harness.ts';

/** The partner of this file, after {@link withPartner}. */
export let partner: Partner;
/** The server of this file, and a browser at the partner's site, after {@link withServer}. */
export let server: TokenServer;
/** See {@link server}. */
export let browser: Browser;
const running: TokenServer[] = [];

/** Starts a partner with a stopped clock, so that no token expires during a test. */
async function startStill(): Promise<void> {
  const atMs = Date.now();
  partner = await startPartner(() => atMs);
}

/** @returns a time of the partner, in seconds since the epoch */
export const seconds = (fromNow: number): number => Math.floor(partner.now() / 1000) + fromNow;

/** Starts a partner for the tests of a file. The servers of a test stop after it. */
export function withPartner(): void {
  beforeAll(startStill);
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  afterAll(() => partner.stop());
}

/** Starts a partner with one server for all tests of a file. */
export function withServer(): void {
  beforeAll(async () => {
    await startStill();
    server = await startServer(partner);
    browser = await openBrowser(server);
  });
  afterAll(async () => {
    await server.stop();
    await partner.stop();
  });
}

/** Starts a server of the partner, and a browser at its site, for one test. */
export async function start(
  changes: Partial<TokenOptions> = {},
): Promise<{ server: TokenServer; browser: Browser }> {
  const server = await startServer(partner, changes);
  running.push(server);
  return { server, browser: await openBrowser(server) };
}
