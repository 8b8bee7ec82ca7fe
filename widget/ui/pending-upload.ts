interface Uploaded {
  document_id: string;
}

/** A file on its way to the server. A press of its form's button is held meanwhile, and sent once the file is there. */
export class PendingUpload {
  /** The person has pressed the button. */
  isPressed = false;
  /** What the field had before; undefined while no file is under way. */
  #before: Uploaded | null | undefined;

  get isUnderWay(): boolean {
    return this.#before !== undefined;
  }

  begin(before: Uploaded | null): void {
    this.#before = before;
  }

  /** Call it when no request is under way any more. @returns whether the form is to be sent now */
  end(now: Uploaded | null): boolean {
    const isDue = this.isPressed && now !== null && now.document_id !== this.#before?.document_id;
    this.#before = undefined;
    this.isPressed = false;
    return isDue;
  }
}
