/** Thrown by what settles a write when the state it was computed from has moved on: it is computed again, from the new state. */
export class Stale extends Error {
  constructor() {
    super('computed from a state that has moved on');
    this.name = 'Stale';
  }
}
