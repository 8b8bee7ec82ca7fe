/**
 * The matching options of every router: case-sensitive, without a trailing slash. Another spelling of a path cannot
 * avoid the limits of its route. Routes have their whole path, because a prefix would give its root route a trailing
 * slash.
 */
export const exactPaths = { sensitive: true, strict: true };
