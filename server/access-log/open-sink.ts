/** Opens the sink of the access log by its address. */
import type { Sink } from './sink.ts';
import { createFileSink } from './sinks/file.ts';
import { createHttpsSink } from './sinks/https.ts';
import { createSyslogSink } from './sinks/syslog.ts';

/** The sink as settings name it: an address, and the keys of its signatures. */
export interface SinkSettings {
  /** Its scheme is `file:`, `syslog:`, `syslog+tls:` or `https:`. */
  url: string;
  /** Each request to an https address is signed with all of them. */
  keys: readonly Buffer[];
}

/** Opens a sink. It connects with its first batch. @param now milliseconds since the epoch */
export function openSink({ url: text, keys }: SinkSettings, now: () => number): Sink {
  const url = new URL(text);
  if (url.protocol === 'file:') return createFileSink(url);
  if (url.protocol.startsWith('syslog')) return createSyslogSink(url);
  return createHttpsSink(url, keys, now);
}
