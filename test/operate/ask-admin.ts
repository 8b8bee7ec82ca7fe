/** Sends requests to the admin API. */

/**
 * Sends a request as an operator, and reads the response.
 * @param route the method and the path, such as `POST /support/retry`
 * @param key null sends none
 */
export async function askAdmin(
  service: { adminUrl(): string },
  key: string | null,
  route: string,
  body?: object,
) {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(service.adminUrl() + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
