/** Makes the path of a handoff's hosted page on the sandbox's origin. */
export function hostedPath(token: string): string {
  return `/hosted/schedule/${token}`;
}
