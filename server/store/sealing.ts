/** What a customer told us is sealed before it is stored: JWE (RFC 7516), A256GCM under the first key; every key still opens. */
import { CompactEncrypt, compactDecrypt, importJWK, type JWK } from 'jose';

export interface Seal {
  seal(value: unknown): Promise<string>;
  /** The caller knows what it sealed; a text that none of the keys opens throws. */
  open<T>(text: string): Promise<T>;
  sealBytes(bytes: Uint8Array): Promise<string>;
  openBytes(text: string): Promise<Uint8Array>;
}

export function createSeal(keys: JWK[]): Seal {
  const [first] = keys;
  const kid = first?.kid;
  if (!first || !kid) throw new Error('sealing needs a key with a kid');
  const imported = new Map(keys.map((key) => [key.kid, importJWK(key, 'A256GCM')]));

  const sealBytes = async (bytes: Uint8Array) =>
    new CompactEncrypt(bytes)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
      .encrypt(await importJWK(first, 'A256GCM'));

  const openBytes = async (text: string) => {
    const { plaintext } = await compactDecrypt(
      text,
      async (header) => {
        const key = await imported.get(header.kid);
        if (!key) throw new Error('sealed under a key that is no longer among the store keys');
        return key;
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    );
    return plaintext;
  };

  return {
    sealBytes,
    openBytes,
    seal: (value) => sealBytes(new TextEncoder().encode(JSON.stringify(value))),
    open: async <T>(text: string) => JSON.parse(new TextDecoder().decode(await openBytes(text))) as T,
  };
}
