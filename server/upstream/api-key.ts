/** The API keys of the service: `<prefix>.<secret>`. */

/** The part of an API key that names it, and that is no secret. */
export const prefixOf = (apiKey: string): string => apiKey.split('.', 1)[0] ?? '';
