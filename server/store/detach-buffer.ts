/**
 * Gives the memory of bytes back at once. The collector would do so only when dozens of megabytes have gathered, and
 * documents pass through by the part. Only for bytes that nobody else has, and that nobody reads any more.
 */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  // What is smaller than its buffer shares it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
