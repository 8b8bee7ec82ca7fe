import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, ConsoleSpanExporter } from '@opentelemetry/sdk-trace-base';

// In production, use OTLPTraceExporter of @opentelemetry/exporter-trace-otlp-http instead.
const exporter = new ConsoleSpanExporter();
const processor = new BatchSpanProcessor(exporter);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
process.once('SIGTERM', () => processor.forceFlush());
