/**
 * `<dx-physician-order>`: a physician reads, signs or submits the order of one appointment, on the clinician's own
 * page.
 */
import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { OrderSubject, PhysicianShows, PhysicianView } from '../../server/contract/physician-api.ts';
import { PartnerElement, userStyles } from '../core/partner-element.ts';
import { type Emit, emit as emitAny } from '../core/public-events.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import { UserPanel } from '../core/user-panel.ts';
import type { FailureCode } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { physician as say, slow } from '../texts/english.ts';
import { physicianFiles } from '../texts/language-files.ts';
import { define } from '../ui/define.ts';
import { download } from '../ui/download.ts';
import { PressWatch } from '../ui/press-watch.ts';
import '../ui/registered-size.ts';
import { skeleton } from '../ui/skeleton.ts';
import './document-form.ts';
import { OrderClient } from './order-client.ts';
import { OrderHistory } from './order-history.ts';
import { patientStrip } from './patient-strip.ts';
import type { PhysicianOrderDetails, PhysicianOrderProperties } from './public-types.ts';
import './provider-form.ts';
import { done, message, progress, waiting } from './screens.ts';
import './signing.ts';
import { styles } from './styles.ts';
import { blockedWords } from './words.ts';
import { WorklistClient, worklist } from './worklist.ts';

/** What a clinician has begun for an order and not sent. */
interface Begun {
  /** The fields that were typed or chosen, by name. */
  typed: Record<string, string>;
  /** Whether it is to replace the frozen order (PHY-40). */
  isChange: boolean;
}

const emit: Emit<PhysicianOrderDetails> = emitAny;

/** `PhysicianOrderProperties` documents its properties, `PhysicianOrderDetails` its events. */
export class PhysicianOrderElement
  extends PartnerElement<OrderClient | WorklistClient>
  implements PhysicianOrderProperties
{
  static override styles = [...styles, userStyles];
  static override readonly languageFiles = physicianFiles;
  static override readonly userPanel = async () => UserPanel;
  static override properties = {
    appointmentId: { attribute: 'appointment-id' },
    worklist: { type: Boolean },
    isWrong: { state: true },
  };

  appointmentId = '';
  worklist = false;

  /** The clinician says that this is another patient. */
  private isWrong = false;
  readonly #press = new PressWatch(this);
  readonly #history = new OrderHistory(this, (id) => this.#show(id));
  #met: string | null = null;
  /** Whether an action was under way at the last drawing. */
  #wasBusy = false;
  /** The clinician has opened an order or the list: its heading takes the focus. */
  #hasMoved = false;
  /** By appointment. Only the page's memory has it, until the clinician signs out or leaves. */
  #begun = new Map<string, Begun>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Without an appointment before, the element has shown the worklist, or nobody.
    if (changed.has('appointmentId') || changed.has('worklist')) this.#restart();
    super.willUpdate(changed);
  }

  /** Shows another order or the list, and keeps what the same clinician has begun. */
  #restart(): void {
    const begun = this.#begun;
    const { userKey } = this.user;
    this.user.restart();
    if (userKey !== undefined && this.user.userKey === userKey) this.#begun = begun;
  }

  get #begunHere(): Begun {
    const begun = this.#begun.get(this.appointmentId) ?? { typed: {}, isChange: false };
    this.#begun.set(this.appointmentId, begun);
    return begun;
  }

  #isChange = ({ shows }: PhysicianView): boolean =>
    shows.step === 'presentation' && this.#begunHere.isChange;

  #drop(appointmentId: string): void {
    this.#begun.delete(appointmentId);
    this.requestUpdate();
  }

  protected override get missing(): FailureCode | null {
    return this.appointmentId === '' && !this.worklist ? 'appointment_id_missing' : null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.#focusError();
    const { order, list } = this.#views;
    const screen = list
      ? 'worklist'
      : order && (this.#isChange(order) ? 'change' : `${order.shows.step} ${order.working !== null}`);
    if (!screen || screen === this.#met) return;
    const first = this.#met === null && !this.#hasMoved;
    this.#hasMoved = false;
    this.#met = screen;
    if (order)
      emit(this, 'dx-physician-step', { appointment_id: order.appointment_id, step: order.shows.step });
    if (!first && this.#press.isOurs) void this.#focusHeading();
  }

  /** Moves the focus to the message of an action that was refused or failed: the button may be a screen below it. */
  #focusError(): void {
    const isBusy = this.model?.busy === true;
    if (this.#wasBusy && !isBusy && this.#met !== null && this.#press.isOurs)
      this.renderRoot.querySelector<HTMLElement>('.message.failed')?.focus();
    this.#wasBusy = isBusy;
  }

  get #views() {
    const { model } = this;
    return {
      order: model instanceof OrderClient ? model.view : null,
      list: model instanceof WorklistClient ? model.view : null,
    };
  }

  async #focusHeading(): Promise<void> {
    const inner = this.renderRoot.querySelector<LitElement>('.step');
    await inner?.updateComplete;
    (inner?.renderRoot ?? this.renderRoot).querySelector('h2')?.focus();
    if (inner !== null && inner.renderRoot.querySelector('h2') === null)
      this.renderRoot.querySelector('h2')?.focus();
  }

  protected override open(session: Session, host: RemoteViewHost): OrderClient | WorklistClient {
    const { appointmentId } = this;
    const model =
      appointmentId === ''
        ? new WorklistClient(session, host)
        : new OrderClient(session, host, appointmentId);
    void model.load();
    return model;
  }

  protected override refreshView(): void {
    void this.model?.reload();
  }

  protected override clear(): void {
    this.#begun = new Map();
    this.isWrong = false;
    this.#met = null;
  }

  get #order(): OrderClient | null {
    return this.model instanceof OrderClient ? this.model : null;
  }

  async #prepare(event: CustomEvent): Promise<void> {
    const order = this.#order;
    const { appointmentId } = this;
    await order?.prepare(event.detail);
    if (order?.problem === null && order.failure === null) this.#drop(appointmentId);
  }

  /** @param appointmentId '' shows the list */
  #show(appointmentId: string): void {
    this.#hasMoved = true;
    this.appointmentId = appointmentId;
  }

  #notThisPatient(): void {
    emit(this, 'dx-physician-wrong-patient', { appointment_id: this.appointmentId });
    this.#drop(this.appointmentId);
    if (this.worklist) this.#history.open('');
    else this.isWrong = true;
  }

  /** Saves the signed form as a file. */
  async #openForm(): Promise<void> {
    const form = await this.#order?.form(() => void this.#openForm());
    if (form) download(form, 'signed-form.pdf');
  }

  protected override get waits(): boolean {
    return this.model?.view == null && !this.failure && !this.model?.problem;
  }

  protected override renderView() {
    const { model } = this;
    const { order, list } = this.#views;
    return html`<div class="frame" aria-busy=${model?.busy === true}>
      ${message(model, this.failure)}
      ${this.waits ? skeleton(say('loading'), ['heading', 'line', 'card', 'control'], this.slow.words(slow('loading'))) : nothing}
      ${order === null ? nothing : this.#renderOrder(order)}
      ${list === null ? nothing : worklist(list, (id) => this.#history.open(id))}
      ${this.#renderBack()} ${this.renderHelp((order ?? list)?.contact)}
    </div>`;
  }

  #renderOrder(view: PhysicianView): TemplateResult {
    const { shows } = view;
    const due = shows.step === 'provider' ? (shows.form?.sla?.due_at ?? null) : null;
    const about: OrderSubject = { ...view, deadline_at: due ?? view.deadline_at };
    const isOver = shows.step === 'done';
    const wrong = html`<button class="tertiary" type="button" @click=${this.#notThisPatient}>${say('notThisPatient')}</button>`;
    return html`${patientStrip(about, isOver ? nothing : wrong)}
      ${this.isWrong ? html`<p class="panel" role="alert">${say('notThisText')}</p>` : this.#renderStep(view)}`;
  }

  #renderBack() {
    if (!this.worklist || this.appointmentId === '') return nothing;
    return html`<div class="actions">
      <button class="tertiary" type="button" @click=${() => this.#history.open('')}>${say('allOrders')}</button>
    </div>`;
  }

  #renderStep(view: PhysicianView): TemplateResult {
    const { shows } = view;
    switch (shows.step) {
      case 'provider':
        if (shows.form === null) return waiting(say('preparingTitle'), say('preparingText'));
        return this.#renderProvider(view, shows.form, shows.form.given);
      case 'presentation':
        return this.#isChange(view)
          ? this.#renderProvider(view, null, shows.given)
          : this.#renderSigning(shows);
      case 'finalizing':
        return waiting(say('signedTitle'), say('signedText'));
      case 'document':
        if (shows.state === 'checking') return waiting(say('checkingTitle'), say('checkingText'));
        return this.#renderDocument(view, shows);
      case 'progress':
        return progress(view);
      case 'done':
        return done(view, () => void this.#openForm());
      case 'blocked':
        return waiting(...blockedWords(shows.code));
    }
  }

  #renderProvider(
    { clinician }: PhysicianView,
    form: Extract<PhysicianShows, { step: 'provider' }>['form'],
    given: NonNullable<typeof form>['given'],
  ) {
    return html`<div>
        <h2 tabindex="-1">${form === null ? say('changeHeading') : say('orderHeading')}</h2>
        <p class="lead">${form === null ? say('changeLead') : say('orderLead')}</p>
      </div>
      <dx-physician-provider
        class="step"
        .requirements=${form}
        .given=${given}
        .clinician=${clinician}
        .typed=${this.#begunHere.typed}
        .problems=${this.model?.problem?.fields}
        ?busy=${this.model?.busy}
        @dx-prepare=${this.#prepare}
      ></dx-physician-provider>`;
  }

  #renderSigning(shows: Extract<PhysicianShows, { step: 'presentation' }>) {
    return html`<dx-physician-signing
      class="step"
      .shows=${shows}
      .problems=${this.model?.problem?.fields}
      ?busy=${this.model?.busy}
      @dx-sign=${({ detail }: CustomEvent) => void this.#order?.sign(detail)}
      @dx-change=${() => {
        this.#begunHere.isChange = true;
        this.requestUpdate();
      }}
      @dx-abandon=${() => void this.#order?.abandon()}
    ></dx-physician-signing>`;
  }

  #renderDocument({ clinician }: PhysicianView, shows: Extract<PhysicianShows, { step: 'document' }>) {
    return html`<dx-physician-document
      class="step"
      .shows=${shows}
      .clinician=${clinician}
      .typed=${this.#begunHere.typed}
      .problem=${this.model?.problem}
      ?busy=${this.model?.busy}
      @dx-upload=${({ detail }: CustomEvent) => void this.#order?.upload(detail.file)}
      @dx-hand-in=${({ detail }: CustomEvent) => void this.#order?.submitEvidence(detail)}
    ></dx-physician-document>`;
  }
}

define('dx-physician-order', PhysicianOrderElement);
