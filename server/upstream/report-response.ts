/**
 * Reports what a response of the service lacks or has in another form: routes, names of fields, and ids. Never a value
 * (GAP-113).
 */
import type { Log } from '../core/observability/log.ts';
import { isNewLine } from '../core/observability/new-line.ts';
import type { ReadResponse } from './response-reader.ts';

/**
 * Reports a response. A difference is counted each time and logged once per process, an unreadable response is logged
 * each time.
 * @param route the method and the path with `{name}` for each parameter
 * @param reference the id under which support finds what stopped. @default none
 */
export function reportResponse(
  log: Log,
  route: string,
  read: ReadResponse<object>,
  reference?: string | undefined,
): void {
  if (!read.ok) {
    log('upstream.unreadable', { route, paths: read.paths.slice(0, 10).join(' '), reference });
    return;
  }
  reportDrift(log, route, read.drift);
  for (const { path, id, fields } of read.setAside) {
    log('upstream.item_skipped', { route, path });
    if (isNewLine(log, `${route} ${path} ${id ?? fields.join(' ')}`))
      log('upstream.item_set_aside', { route, path, id, paths: fields.slice(0, 10).join(' ') });
  }
}

/** Reports the fields of a response that differ from the specification: counted each time, logged once per process. */
export function reportDrift(log: Log, route: string, paths: readonly string[]): void {
  for (const path of paths) {
    log('upstream.difference', { route, path });
    if (isNewLine(log, `${route} ${path}`)) log('upstream.drift', { route, path });
  }
}
