/**
 * `AbortSignal.any` for browsers that lack it (Safari before 17.4, Firefox before 124).
 *
 * @returns a signal that aborts, with the same reason, as soon as one of `signals` has aborted
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals]);
  const controller = new AbortController();
  for (const source of signals) {
    const follow = () => controller.abort(source.reason);
    if (source.aborted) follow();
    else source.addEventListener('abort', follow, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
