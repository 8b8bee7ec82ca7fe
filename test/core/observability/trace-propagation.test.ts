/** The partner's own spans belong to the server's traces: in hooks of a module, in an endpoint of hooks, and at a receiver of events. */
import { trace } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { hookOperations } from '../../../server/contract/hooks-api.ts';
import { inSpan } from '../../../server/core/observability/spans.ts';
import { createHookClient } from '../../../server/partner/hooks-http/call-hook.ts';
import { deliverEvent } from '../../support/event-delivery.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { keysOf, startHookPartner } from '../../support/hook-endpoint.ts';
import { recordSpans } from '../../support/recorded-spans.ts';
import { raw, scriptedServer } from '../../support/scripted-server.ts';

const recorded = recordSpans();
let service: FullApiServer | undefined;
beforeEach(() => recorded.forget());
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const spanOf = (name: string) => recorded.spans().find((span) => span.name === name);

it('has the spans of a hook below the request that called it, and sends no trace to the service', async () => {
  service = await startFullApiServer({
    hooks: {
      async verifySubject(token) {
        trace.getTracer('partner').startSpan('look up').end();
        return { subject: token };
      },
    },
  });
  await service.customer('ada').fetch('POST', '/journeys', { test_types: ['DEXA'] });
  expect(spanOf('look up')?.parent).toBe('POST /token');
  expect(service.wire.requests.length).toBeGreaterThan(0);
  for (const { headers } of service.wire.requests) expect(headers).not.toHaveProperty('traceparent');
});

it('names its span to an endpoint of hooks', async () => {
  const partner = await startHookPartner();
  onTestFinished(() => partner.close());
  partner.results.verifySubject = null;
  const ask = createHookClient({ url: partner.url, keys: keysOf(partner.secret) });
  await inSpan('request', {}, () =>
    ask('verifySubject', hookOperations.verifySubject, { token: 'token', tokenType: 'type' }),
  );
  const called = spanOf('hook verifySubject');
  expect(called?.parent).toBe('request');
  expect(partner.calls[0]?.headers.traceparent).toMatch(
    new RegExp(`^00-${called?.traceId}-[0-9a-f]{16}-01$`),
  );
});

it('names its span to a receiver of events', async () => {
  const { url, received } = await scriptedServer(raw(204, ''));
  await inSpan('event deliver', {}, () => deliverEvent({ url }));
  const { traceId } = spanOf('event deliver') ?? {};
  expect(received[0]?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  await deliverEvent({ url });
  expect(received[1]?.headers).not.toHaveProperty('traceparent');
});
