/** Finds out why no request gets through to the server: browsers tell a script no more than "failed". Loaded only then. */
import type { FailureCode } from './failure.ts';

// It shares no code with what has been loaded before, which would split the files of every element.

/** What the partner has to change, and the values it is about. */
export interface Diagnosis {
  code: FailureCode;
  detail: string;
}

/** A server that is there answers much faster. */
const probeTimeoutMs = 4_000;
/** The browser reports a violation of the page's policy in a task of its own. */
const violationWithinMs = 200;

/**
 * Sends one probe whose response the page cannot read, so that it gets through wherever the server is there.
 *
 * @param base the base address of the server, absolute
 * @returns what the partner has to change, or null where nothing points to the page
 */
export async function diagnose(base: string): Promise<Diagnosis | null> {
  const server = new URL(base);
  const { origin } = globalThis;
  let blocked = false;
  const listening = new AbortController();
  const listen = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && /^(connect|default)-src/.test(effectiveDirective))
      blocked ||= blockedURI.startsWith(server.origin);
  };
  document.addEventListener('securitypolicyviolation', listen, { signal: listening.signal });
  const isThere = await probe(`${base}/health/live`);
  if (!isThere) await new Promise((done) => setTimeout(done, violationWithinMs));
  listening.abort();
  if (blocked) return { code: 'blocked_by_policy', detail: `connect-src ${server.origin}` };
  if (!isThere || server.origin === origin) return null;
  const detail =
    origin === 'null'
      ? 'the origin of the page is "null": add allow-same-origin to the sandbox of its iframe, or serve it from a web server'
      : `origin ${origin}, server ${base}`;
  return { code: 'origin_not_listed', detail };
}

/** Whether something answers there at all. */
async function probe(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });
    return true;
  } catch {
    return false;
  }
}
