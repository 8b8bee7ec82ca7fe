/** @returns a UUID of version 8 (RFC 9562) that is made of 32 hexadecimal digits; all but 6 bits of them stay */
export function uuidOf(digits: string): string {
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}${variant}${digits.slice(17)}`;
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
