/** Which `/v1` route an address means: a look at its number of segments, then at the few routes that have as many. */
import type { Route } from './route.ts';

export interface Matched {
  route: Route;
  params: Record<string, string>;
}

interface Candidate {
  route: Route;
  segments: string[];
}

export function routeMatcher(routes: Route[]): (method: string, path: string) => Matched | undefined {
  const candidates = Map.groupBy(
    routes.map((route): Candidate => ({ route, segments: route.path.split('/') })),
    ({ route, segments }) => `${route.method} ${segments.length}`,
  );
  return (method, path) => {
    const given = path.split('/');
    for (const { route, segments } of candidates.get(`${method} ${given.length}`) ?? []) {
      const fits = segments.every((segment, at) => segment === given[at] || isParam(segment, given[at]));
      if (fits) return { route, params: paramsOf(segments, given) };
    }
    return undefined;
  };
}

function isParam(segment: string, given: string | undefined): boolean {
  return segment.startsWith(':') && given !== '';
}

function paramsOf(segments: string[], given: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries())
    if (segment.startsWith(':')) params[segment.slice(1)] = decoded(given[at] ?? '');
  return params;
}

/** As it came where it is no encoding of anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
