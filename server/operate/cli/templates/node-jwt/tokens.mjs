import { randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Makes a token of a signed-in user. It is valid for one minute.
 * @param {string} subject your stable id of the user, never a name or an e-mail address
 */
export function issueToken(subject) {
  const { SUBJECT_ISSUER: iss, SUBJECT_AUDIENCE: aud } = process.env;
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: 'subject-1' };
  const claims = { iss, aud, sub: subject, iat: now, exp: now + 60, jti: randomUUID() };
  const content = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(content), readFileSync('subject-key.pem'));
  return `${content}.${signature.toString('base64url')}`;
}
