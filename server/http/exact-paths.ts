/**
 * How every router matches: by case, and without a trailing slash. What a route limits cannot be avoided by spelling it
 * otherwise. Routes have their whole path: a prefix would give its root route a trailing slash.
 */
export const exactPaths = { sensitive: true, strict: true };
