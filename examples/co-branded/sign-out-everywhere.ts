/** Ends the widgets of a user who signs out: every token and live stream that the partner's server gave them. */

/** Not waited for by the sign-out: where the server is away, the tokens end by themselves within a minute. */
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
    if (!response.ok) console.error(`revoke answered ${response.status}`);
  } catch {
    console.error('revoke was not answered');
  }
}
