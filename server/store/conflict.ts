/** Thrown by a change that was computed from an older revision than the stored one: it is computed again from the new one. */
export class Conflict extends Error {
  constructor() {
    super('computed from an older revision');
    this.name = 'Conflict';
  }
}
