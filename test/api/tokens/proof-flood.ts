/** A client that sends unsigned proofs, each with its own header, under one public key. */
import { readFile } from 'node:fs/promises';
import { exportJWK, generateKeyPair } from 'jose';
import { Pool } from 'undici';

/** Larger than the head that the server takes. */
export const proofBytes = 15_000;
/** As large as it takes, beside the other headers. */
export const readProofBytes = 6_000;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Sends `count` token exchanges, sixteen at a time, each with an unsigned proof of `bytes`.
 *
 * @returns how often each status was answered
 */
export async function floodWithProofs(
  url: string,
  count: number,
  bytes: number,
): Promise<Map<number, number>> {
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const connections = 16;
  const pool = new Pool(url, { connections });
  const claims = encode({ htm: 'POST', htu: `${url}/token`, jti: 'a', iat: Math.floor(Date.now() / 1000) });
  const signature = Buffer.alloc(64, 1).toString('base64url');
  // Base64 makes four characters of three.
  const padding = 'x'.repeat(
    Math.max(0, Math.floor(((bytes - claims.length - signature.length) * 3) / 4) - 250),
  );
  const statuses = new Map<number, number>();
  let sent = 0;

  async function sendOneAfterAnother(): Promise<void> {
    while (sent < count) {
      sent += 1;
      const header = encode({ alg: 'ES256', typ: 'dpop+jwt', jwk, note: `${sent} ${padding}` });
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/token',
        headers: {
          dpop: `${header}.${claims}.${signature}`,
          origin: 'https://clinic.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: 'user-nobody',
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        }).toString(),
      });
      await body.dump();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  }

  await Promise.all(Array.from({ length: connections }, sendOneAfterAnother));
  await pool.close();
  return statuses;
}

/** Resident memory of a process, in MiB. */
export async function residentMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
