import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const sign = (text) => createHmac('sha256', process.env.SITE_SECRET).update(text).digest('base64url');

/**
 * Makes a token of a signed-in user. It is valid for one minute.
 * @param {string} subject your stable id of the user, never a name or an e-mail address
 */
export function issueToken(subject) {
  const user = { subject, tokenId: randomUUID(), expiresAt: Math.floor(Date.now() / 1000) + 60 };
  const text = Buffer.from(JSON.stringify(user)).toString('base64url');
  return `${text}.${sign(text)}`;
}

/** Returns the user of a token, or null if the token is none of ours. */
export function readToken(token) {
  const [text, signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(text));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
