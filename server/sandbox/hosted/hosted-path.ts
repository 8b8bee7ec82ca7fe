/** Where the hosted scheduling page of a handoff stands, on the sandbox's own origin. */
export function hostedPath(token: string): string {
  return `/hosted/schedule/${token}`;
}
