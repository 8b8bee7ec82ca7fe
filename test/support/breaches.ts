/** The exchanges of this process that are not as their OpenAPI document says. */
let breaches: string[] = [];

/** Keeps a difference until the test ends. */
export function addBreach(breach: string): void {
  breaches.push(breach);
}

/** @returns the differences since the last call */
export function takeBreaches(): string[] {
  const taken = breaches;
  breaches = [];
  return taken;
}
