/**
 * Thrown by a change that was computed from an older revision than the stored one. Compute it again from the stored
 * one.
 */
export class Conflict extends Error {
  constructor() {
    super('computed from an older revision');
    this.name = 'Conflict';
  }
}
