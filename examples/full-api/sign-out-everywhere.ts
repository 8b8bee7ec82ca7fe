/**
 * Ends a user's widgets when the user signs out of your site: revokes every token and live stream that the server issued.
 * Call it from your sign-out. Change how failures are logged.
 */

/**
 * Ends all widget tokens of a user. Never throws: if the server cannot be reached, the tokens expire within a minute.
 * @param subject the partner's own id of the user
 * @example
 * await signOutEverywhere({ serverUrl: 'https://booking.partner.example', backendSecret }, user.id);
 */
export async function signOutEverywhere(
  server: { serverUrl: string; backendSecret: string },
  subject: string,
) {
  try {
    const response = await fetch(`${server.serverUrl}/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.backendSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subject }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) console.error(`POST /revoke failed with status ${response.status}`);
  } catch {
    console.error('POST /revoke failed: no response');
  }
}
