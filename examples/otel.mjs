import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, ConsoleSpanExporter } from '@opentelemetry/sdk-trace-base';

// In its place: new OTLPTraceExporter() of @opentelemetry/exporter-trace-otlp-http.
const exporter = new ConsoleSpanExporter();
const processor = new BatchSpanProcessor(exporter);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
process.once('SIGTERM', () => processor.forceFlush());
