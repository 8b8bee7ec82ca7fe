/** What a customer told us is sealed before it is stored: JWE (RFC 7516), A256GCM under the first key; every key still opens. */
import { CompactEncrypt, compactDecrypt, importJWK, type JWK } from 'jose';

export interface Seal {
  seal(value: unknown): Promise<string>;
  /** The caller knows what it sealed; a text that none of the keys opens throws. */
  open<T>(text: string): Promise<T>;
}

export function createSeal(keys: JWK[]): Seal {
  const [first] = keys;
  const kid = first?.kid;
  if (!first || !kid) throw new Error('sealing needs a key with a kid');
  const imported = new Map(keys.map((key) => [key.kid, importJWK(key, 'A256GCM')]));

  return {
    async seal(value) {
      const text = new TextEncoder().encode(JSON.stringify(value));
      return new CompactEncrypt(text)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .encrypt(await importJWK(first, 'A256GCM'));
    },
    async open<T>(text: string) {
      const { plaintext } = await compactDecrypt(
        text,
        async (header) => {
          const key = await imported.get(header.kid);
          if (!key) throw new Error('sealed under a key that is no longer among the store keys');
          return key;
        },
        { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      );
      return JSON.parse(new TextDecoder().decode(plaintext)) as T;
    },
  };
}
