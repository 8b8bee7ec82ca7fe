/** Independent client libraries complete the exchange and validate the token (GAP-104). */
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { expect, it } from 'vitest';
import { grantType, jwtTokenType } from '../../../server/contract/token-api.ts';
import { clinic, prefix } from '../../support/token-harness.ts';
import { partner, server, withServer } from './token-servers.ts';

withServer();

const loopback = { [oauth.allowInsecureRequests]: true } as const;
const client: oauth.Client = { client_id: 'strangers-client' };
/** A browser would add the header by itself. */
const fromClinic = { Origin: clinic };

/** `skewSeconds`: how wrong the device's clock is. */
async function exchangeWithOauth4webapi(skewSeconds = 0) {
  const issuer = new URL(server.publicUrl);
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...loopback }),
  );
  const device = { ...client, [oauth.clockSkew]: skewSeconds };
  const DPoP = oauth.DPoP(device, await oauth.generateKeyPair('ES256'));
  const parameters = { subject_token: await partner.token(), subject_token_type: jwtTokenType };
  const request = () =>
    oauth.genericTokenEndpointRequest(as, client, oauth.None(), grantType, parameters, {
      DPoP,
      headers: fromClinic,
      ...loopback,
    });
  const process = async () => oauth.processGenericTokenEndpointResponse(as, client, await request());
  let challenges = 0;
  const answer = await process().catch((error: unknown) => {
    if (!oauth.isDPoPNonceError(error)) throw error;
    challenges += 1;
    return process();
  });
  return { as, DPoP, answer, challenges };
}

it.each([
  ['at once', 0, 0],
  ['after the nonce challenge where its clock is an hour wrong', 3600, 1],
])(
  'completes the exchange and a resource call with oauth4webapi %s [AUTH-13]',
  async (_name, skewSeconds, expected) => {
    const { DPoP, answer, challenges } = await exchangeWithOauth4webapi(skewSeconds);

    expect(challenges).toBe(expected);
    expect(answer).toMatchObject({ token_type: 'dpop', expires_in: 270 });
    const url = new URL(`${server.publicUrl}/me`);
    const headers = new Headers(fromClinic);
    const resource = await oauth.protectedResourceRequest(answer.access_token, 'GET', url, headers, null, {
      DPoP,
      ...loopback,
    });
    expect(await resource.json()).toMatchObject({ subject: 'customer-7', origin: clinic, role: 'customer' });
  },
);

it('issues a token that oauth4webapi validates by RFC 9068 and RFC 9449 on its own [AUTH-13]', async () => {
  const { as, DPoP, answer } = await exchangeWithOauth4webapi();
  const sent: Request[] = [];

  await oauth.protectedResourceRequest(
    answer.access_token,
    'GET',
    new URL(`${server.publicUrl}/me`),
    new Headers(fromClinic),
    null,
    {
      DPoP,
      ...loopback,
      [oauth.customFetch]: (url, init) => {
        const request = new Request(url, init as RequestInit);
        sent.push(request.clone());
        return fetch(request);
      },
    },
  );
  const [request] = sent;
  if (!request) throw new Error('no request was sent');
  const claims = await oauth.validateJwtAccessToken(as, request, server.publicUrl, {
    requireDPoP: true,
    signingAlgorithms: ['ES256'],
    ...loopback,
  });

  expect(claims).toMatchObject({
    iss: server.publicUrl,
    aud: server.publicUrl,
    sub: 'customer-7',
    origin: clinic,
    role: 'customer',
    client_id: clinic,
  });
  expect(claims.exp - claims.iat).toBe(270);
});

it('completes the exchange and a resource call with openid-client [AUTH-13]', async () => {
  const config = await openid.discovery(
    new URL(server.publicUrl),
    'strangers-client',
    undefined,
    openid.None(),
    {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: (url, init) =>
        fetch(url, { ...(init as RequestInit), headers: { ...init.headers, ...fromClinic } }),
    },
  );
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));

  const answer = await openid.genericGrantRequest(
    config,
    grantType,
    { subject_token: await partner.token(), subject_token_type: jwtTokenType, audience: server.publicUrl },
    { DPoP },
  );
  const resource = await openid.fetchProtectedResource(
    config,
    answer.access_token,
    new URL(`${server.publicUrl}/me`),
    'GET',
    null,
    undefined,
    { DPoP },
  );

  expect(await resource.json()).toMatchObject({ subject: 'customer-7' });
});

it('describes itself at both well-known addresses and publishes public keys only', async () => {
  const { origin } = new URL(server.publicUrl);
  const wellKnown = '/.well-known/oauth-authorization-server';
  const inserted = await (await fetch(origin + wellKnown + prefix)).json();
  const appended = await (await fetch(server.publicUrl + wellKnown)).json();
  const keys = await (await fetch(`${server.publicUrl}/jwks.json`)).text();

  expect(inserted).toEqual(appended);
  expect(inserted).toMatchObject({
    issuer: server.publicUrl,
    token_endpoint: `${server.publicUrl}/token`,
    jwks_uri: `${server.publicUrl}/jwks.json`,
    grant_types_supported: [grantType],
    dpop_signing_alg_values_supported: ['ES256', 'Ed25519'],
  });
  expect(JSON.parse(keys).keys).toHaveLength(1);
  for (const secret of ['d', 'p', 'q', 'k', 'priv']) expect(keys).not.toContain(`"${secret}":`);
});
