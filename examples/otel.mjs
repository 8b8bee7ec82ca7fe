/**
 * Exports the server's spans with OpenTelemetry. Start the server with `node --import ./examples/otel.mjs …`. Change the
 * exporter: this one prints to the console.
 */
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, ConsoleSpanExporter } from '@opentelemetry/sdk-trace-base';

// To send spans to a collector, use `new OTLPTraceExporter()` from @opentelemetry/exporter-trace-otlp-http.
const exporter = new ConsoleSpanExporter();
const processor = new BatchSpanProcessor(exporter);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
process.once('SIGTERM', () => processor.forceFlush());
