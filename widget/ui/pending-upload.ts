/** A file on its way to the server, and a press of the primary button of its form meanwhile. */

interface Uploaded {
  document_id: string;
}

/** Holds the press, so that the form is sent as soon as its file is there. */
export class PendingUpload {
  /** What the field had before; undefined while no file is under way. */
  #before: Uploaded | null | undefined;
  #isPressed = false;

  /** Whether a file is under way. */
  get isUnderWay(): boolean {
    return this.#before !== undefined;
  }

  /** Whether the form is to be sent after its file. */
  get isPressed(): boolean {
    return this.#isPressed;
  }

  begin(before: Uploaded | null): void {
    this.#before = before;
  }

  /** Holds a press while a file is under way. @returns whether it is held */
  press(): boolean {
    this.#isPressed = this.isUnderWay;
    return this.#isPressed;
  }

  /** Call it when the file is no longer under way. @returns whether the form is to be sent now */
  end(now: Uploaded | null): boolean {
    const isThere = now !== null && now.document_id !== this.#before?.document_id;
    const isDue = this.#isPressed && isThere;
    this.#before = undefined;
    this.#isPressed = false;
    return isDue;
  }
}
