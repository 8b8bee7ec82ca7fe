/** Loads the idle watch for the pages that have a timeout. */
import { pause } from '../session/pause.ts';
import type { IdleListener, IdleWatch } from './idle-watch.ts';

/**
 * Starts an `IdleWatch` as soon as its file has loaded. If the file does not load, the session ends after the same time,
 * with or without input.
 * @param timeoutSeconds how long the page may be without input; more than 0
 */
export function loadIdleWatch(
  timeoutSeconds: number,
  listener: IdleListener,
): Pick<IdleWatch, 'stay' | 'stop'> {
  const life = new AbortController();
  let watch: IdleWatch | undefined;
  import('./idle-watch.ts').then(
    ({ IdleWatch: Watch }) => {
      if (!life.signal.aborted) watch = new Watch(timeoutSeconds, listener);
    },
    () => pause(timeoutSeconds * 1000, life.signal).then(() => life.signal.aborted || listener.end()),
  );
  return {
    stay: () => watch?.stay(),
    stop() {
      life.abort();
      watch?.stop();
    },
  };
}
