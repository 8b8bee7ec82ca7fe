/**
 * Frees the memory of bytes at once: the array then has length 0. Does nothing if the array shares its buffer. The
 * garbage collector waits until dozens of megabytes have gathered, and documents arrive in parts. Only for bytes that
 * no other code holds or reads later.
 */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  // An array that is smaller than its buffer shares it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
