/** Signs subject tokens, which name the user to the partner's server, and publishes the key to check them. */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';

/** Long enough to be exchanged once; the page asks for another when it needs one (public/subject-token.js). */
const lifetime = '1m';

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
export type SubjectTokens = ReturnType<typeof createSubjectTokens>;
