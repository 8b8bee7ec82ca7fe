/**
 * Signs subject tokens, which tell the server who the user is, and publishes the key that verifies them. Change where the
 * private key comes from; publish `jwks` at the server's SUBJECT_JWKS_URL.
 */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';

/** Long enough for one exchange. The page requests a new token when it needs one (public/subject-token.js). */
const lifetime = '1m';

/**
 * @param settings `key` is a private ES256 JWK; `issuer` and `audience` equal SUBJECT_ISSUER and SUBJECT_AUDIENCE of the server
 * @example
 * const tokens = createSubjectTokens({ key, issuer: 'https://partner.example', audience: 'https://booking.partner.example' });
 * const subjectToken = await tokens.sign(user.id);
 */
export function createSubjectTokens(settings: { key: JWK; issuer: string; audience: string }) {
  const { kid = 'subject' } = settings.key;
  const privateKey = createPrivateKey({ key: settings.key, format: 'jwk' });
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    jwks: { keys: [{ ...publicKey, kid, alg: 'ES256', use: 'sig' }] },
    sign: (subject: string): Promise<string> =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(settings.issuer)
        .setAudience(settings.audience)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(privateKey),
  };
}
/** Signs the subject tokens of a site. */
export type SubjectTokens = ReturnType<typeof createSubjectTokens>;
