/**
 * How every router matches: by case, and without a trailing slash. Another spelling of a path cannot avoid the limits of
 * its route. Routes have their whole path: a prefix would give its root route a trailing slash.
 */
export const exactPaths = { sensitive: true, strict: true };
