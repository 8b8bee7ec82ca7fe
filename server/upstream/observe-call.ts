/** Reports each upstream request by verb and path template, with its outcome and duration; never its content. */
import { SpanKind } from '@opentelemetry/api';
import { isNamed } from '../contract/upstream-api/error-codes.ts';
import { isNetworkError, networkReason } from '../core/network-error.ts';
import type { CallOutcome } from '../core/observability/label-values.ts';
import { inSpan } from '../core/observability/spans.ts';
import { type Attempt, type RawAnswer, readEnvelope, readError } from './attempt.ts';

/** One request to the service, without its content. */
export interface UpstreamCall {
  method: string;
  /** With `{name}` for each parameter; the parameter may be the whole path. */
  route: string;
  /** HTTP status; 0 without a response. */
  status: number;
  outcome: CallOutcome;
  duration_ms: number;
}
/** Receives each request when it has ended. */
export type OnCalled = (call: UpstreamCall) => void;
type Came = Pick<UpstreamCall, 'status' | 'outcome'>;

/**
 * Runs one request and reports it, also if it fails. Passes its result or its error on unchanged.
 * @param cameOf derives the outcome from the resolved value
 */
export function observeCall<T>(
  { method, route, onCalled }: { method: string; route: string; onCalled: OnCalled },
  work: () => Promise<T>,
  cameOf: (result: T) => Came,
): Promise<T> {
  const attributes = { 'http.request.method': method, 'url.template': route };
  return inSpan(`${method} ${route}`, { kind: SpanKind.CLIENT, attributes }, async () => {
    const startedAt = performance.now();
    const tell = (came: Came) =>
      onCalled({
        method,
        route,
        ...came,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      });
    try {
      const result = await work();
      tell(cameOf(result));
      return result;
    } catch (error) {
      tell({ status: 0, outcome: fellOf(error) });
      throw error;
    }
  });
}

/** Reads the outcome of a response with an envelope. A known code is more exact than the status. */
export function cameOf(answer: RawAnswer, attempt: Attempt): Came {
  const { status } = answer;
  if (attempt.kind === 'answered') return { status, outcome: '2xx' };
  if (attempt.kind === 'in_progress') return { status, outcome: 'IDEMPOTENCY_IN_PROGRESS' };
  const error = attempt.kind === 'refused' ? attempt.error : readError(answer, readEnvelope(answer.text), 0);
  return {
    status,
    outcome: isNamed(error.code) ? error.code : classOf(status < 400 ? status : error.status),
  };
}

/** Reads the outcome of a response without an envelope, by its status only. */
export const cameWith = (status: number): Came => ({
  status,
  outcome: status >= 200 && status < 300 ? '2xx' : classOf(status),
});

/** Whether the service itself has responded, which it has not with a 429 or 5xx (IDEM-16). */
export const hasResponded = ({ status, outcome }: Came): boolean =>
  status > 0 && status < 500 && status !== 429 && outcome !== 'unreadable';

/** Whether a response says that the API key is not accepted. */
export const refusesKey = ({ status, outcome }: Came): boolean =>
  (status === 401 || status === 403) && outcome === '4xx';

function fellOf(error: unknown): CallOutcome {
  if (!isNetworkError(error)) return 'failed';
  return /timeout/i.test(networkReason(error)) ? 'timeout' : 'network';
}

function classOf(status: number): CallOutcome {
  if (status === 304) return '3xx';
  if (status >= 400 && status < 500) return '4xx';
  return status >= 500 ? '5xx' : 'unreadable';
}
