/**
 * The base of every step: it draws a view, fires the answer as an event, and sends no request.
 *
 * @fires dx-answer - The answer's body.
 * @fires dx-draft - What is typed so far, on every input.
 * @fires dx-revisit - `{ step }` to go back to.
 * @fires dx-retry - Send the stalled write again.
 * @fires dx-start-over - Leave this journey for a new one.
 * @fires dx-book-again - Leave this journey for a new one of the same test at the same clinic.
 * @fires dx-save - `FileOfAppointment`: the file to save.
 */
import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { AnswerableStep, Answers, Draft } from '../../../server/contract/journey-api/answers.ts';
import type { Notice } from '../../../server/contract/journey-api/notices.ts';
import type { StepName } from '../../../server/contract/journey-api/steps.ts';
import type { JourneyView, Shows } from '../../../server/contract/journey-api/views.ts';
import type { ProblemBody } from '../../../server/contract/problem.ts';
import { BaseElement } from '../../ui/base-element.ts';
import { controls } from '../../ui/controls.ts';
import { errorSummaryStyles } from '../../ui/error-summary.ts';
import { layout } from '../../ui/layout.ts';
import { noticeStyles } from '../../ui/notice.ts';
import { tokens } from '../../ui/tokens.ts';
import type { FileOfAppointment } from '../save-file.ts';

/** A step of the journey. */
export abstract class StepElement<S extends Shows> extends BaseElement {
  static override styles = [tokens, ...controls, layout, noticeStyles, errorSummaryStyles];
  static override properties: PropertyDeclarations = {
    shows: { attribute: false },
    view: { attribute: false },
    draft: { attribute: false },
    notice: { attribute: false },
    problem: { attribute: false },
    busy: { type: Boolean },
  };
  /** The slots of `<dx-booking>` whose content the step shows. */
  static slots: readonly string[] = [];

  shows!: S;
  view!: JourneyView;
  /** The saved draft of the step. It is read once, on entering. */
  draft: Draft | null = null;
  notice: Notice | null = null;
  problem: ProblemBody | null = null;
  busy = false;
  #hasSent = false;

  /** Whether the answer is under way. `busy` is also true for another request, such as that of "Back". */
  protected get sending(): boolean {
    return this.busy && (this.#hasSent || this.view.working !== null);
  }

  /** Whether it shows the fields of a problem beside its own fields, or in their summary. */
  get placesFields(): boolean {
    return false;
  }

  async focusHeading(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('h2:not(.former *)')?.focus();
  }

  /** Words while the server works on the answer; null for those of every step. */
  get waitingWords(): string | null {
    return null;
  }

  /** Called before the first render, to read the view and the draft. */
  protected enter(): void {}

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) this.enter();
    if (changed.has('busy') && !this.busy) this.#hasSent = false;
  }

  protected answer(body: S['step'] extends AnswerableStep ? Answers[S['step']] : never): void {
    if (this.busy) return;
    this.#hasSent = true;
    this.#send('dx-answer', body);
  }

  protected keep(typed: Draft): void {
    this.#send('dx-draft', typed);
  }

  protected revisit(step: StepName): void {
    this.#send('dx-revisit', { step });
  }

  protected retry(): void {
    this.#send('dx-retry');
  }

  protected startOver(): void {
    this.#send('dx-start-over');
  }

  protected bookAgain(): void {
    this.#send('dx-book-again');
  }

  protected save(file: FileOfAppointment): void {
    this.#send('dx-save', file);
  }

  #send(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}
