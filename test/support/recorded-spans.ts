/** Records spans as an SDK does: registered for the whole process, which runs one test file. */
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

interface RecordedSpan {
  name: string;
  /** The name of the parent; null at the beginning of a trace. */
  parent: string | null;
  traceId: string;
  attributes: Record<string, unknown>;
  failed: boolean;
}

export interface RecordedSpans {
  spans(): RecordedSpan[];
  /** The text of all spans: names, attributes, events, status. */
  text(): string;
  forget(): void;
}

/** Registers a tracer provider that records every span of this process. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  return {
    spans() {
      const all = exporter.getFinishedSpans();
      const names = new Map(all.map((span) => [span.spanContext().spanId, span.name]));
      return all.map((span) => {
        const parentId = span.parentSpanContext?.spanId;
        return {
          name: span.name,
          parent: parentId === undefined ? null : (names.get(parentId) ?? 'unfinished'),
          traceId: span.spanContext().traceId,
          attributes: span.attributes,
          failed: span.status.code === SpanStatusCode.ERROR,
        };
      });
    },
    text: () => exporter.getFinishedSpans().map(wordsOf).join('\n'),
    forget: () => exporter.reset(),
  };
}

const wordsOf = ({ name, attributes, events, status, links, resource }: ReadableSpan) =>
  JSON.stringify({ name, attributes, events, status, links, resource: resource.attributes });
