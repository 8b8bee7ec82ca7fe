/**
 * Reads the loggable part of an error: its class, its code and its place; never its message or detail, which can
 * contain data.
 * @returns `error_code` is null without a code; `at` is null without a stack, else its first three frames, without those of Node and of packages if there are others
 */
export function describeError(error: unknown): {
  error_class: string;
  error_code: string | null;
  at: string | null;
} {
  if (!(error instanceof Error)) return { error_class: typeof error, error_code: null, at: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const all = (error.stack ?? '').split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  const named = all.filter((line) => !/\(?node:|node_modules/.test(line));
  const frames = named.length > 0 ? named : all;
  return {
    error_class: error.constructor.name,
    error_code: /^[\w.-]{1,60}$/.test(code) ? code : null,
    at:
      frames
        .slice(0, 3)
        .map((line) => line.trim().replace(/^at /, ''))
        .join(' < ') || null,
  };
}
