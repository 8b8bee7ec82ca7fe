/**
 * `<dx-physician-order>`: a physician reads, signs or submits the order of one appointment, on the clinician's own
 * page.
 */
import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { PhysicianShows, PhysicianView } from '../../server/contract/physician-api.ts';
import { PartnerElement, userStyles } from '../core/partner-element.ts';
import { type Emit, emit as emitAny } from '../core/public-events.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import { UserPanel } from '../core/user-panel.ts';
import type { FailureCode } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { physician as say } from '../texts/english.ts';
import { physicianFiles } from '../texts/language-files.ts';
import { define } from '../ui/define.ts';
import { download } from '../ui/download.ts';
import { momentHere } from '../ui/format.ts';
import { skeleton } from '../ui/skeleton.ts';
import './document-form.ts';
import { OrderClient } from './order-client.ts';
import type { PhysicianOrderDetails, PhysicianOrderProperties } from './public-types.ts';
import './provider-form.ts';
import { done, message, progress, waiting } from './screens.ts';
import './signing.ts';
import { styles } from './styles.ts';
import { blockedWords } from './words.ts';

const emit: Emit<PhysicianOrderDetails> = emitAny;

/** `PhysicianOrderProperties` documents its properties, `PhysicianOrderDetails` its events. */
export class PhysicianOrderElement extends PartnerElement<OrderClient> implements PhysicianOrderProperties {
  static override styles = [...styles, userStyles];
  static override readonly languageFiles = physicianFiles;
  static override readonly userPanel = async () => UserPanel;
  static override properties = {
    appointmentId: { attribute: 'appointment-id' },
    changing: { state: true },
  };

  appointmentId = '';

  /** The physician replaces the frozen order by a new one (PHY-40). */
  private changing = false;
  #met: string | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('appointmentId')) this.user.restart();
    super.willUpdate(changed);
  }

  protected override get missing(): FailureCode | null {
    return this.appointmentId === '' ? 'appointment_id_missing' : null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { view } = this.model ?? {};
    const screen = view && (this.changing ? 'change' : `${view.shows.step} ${view.working !== null}`);
    if (!view || screen === this.#met) return;
    const first = this.#met === null;
    this.#met = screen ?? null;
    const detail = { appointment_id: view.appointment_id, step: view.shows.step };
    emit(this, 'dx-physician-step', detail);
    if (!first) void this.#focusHeading();
  }

  async #focusHeading(): Promise<void> {
    const inner = this.renderRoot.querySelector<LitElement>('.step');
    await inner?.updateComplete;
    (inner?.renderRoot ?? this.renderRoot).querySelector('h2')?.focus();
    if (inner !== null && inner.renderRoot.querySelector('h2') === null)
      this.renderRoot.querySelector('h2')?.focus();
  }

  protected override open(session: Session, host: RemoteViewHost): OrderClient {
    const order = new OrderClient(session, host, this.appointmentId);
    void order.load();
    return order;
  }

  protected override refreshView(): void {
    void this.model?.reload();
  }

  protected override clear(): void {
    this.changing = false;
    this.#met = null;
  }

  async #prepare(event: CustomEvent): Promise<void> {
    await this.model?.prepare(event.detail);
    if (this.model?.problem === null && this.model.failure === null) this.changing = false;
  }

  /** Saves the signed form as a file. */
  async #openForm(): Promise<void> {
    const form = await this.model?.form(() => void this.#openForm());
    if (form) download(form, 'signed-form.pdf');
  }

  protected override renderView() {
    const { model } = this;
    const view = model?.view ?? null;
    return html`<div class="frame" aria-busy=${model?.busy === true}>
      ${message(this.model, this.failure)}
      ${view === null ? ((this.failure ?? model?.problem) ? nothing : skeleton(say('loading'), ['heading', 'line', 'card', 'control'])) : this.#renderStep(view)}
    </div>`;
  }

  #renderStep(view: PhysicianView): TemplateResult {
    const { shows } = view;
    switch (shows.step) {
      case 'provider':
        if (shows.form === null) return waiting(say('preparingTitle'), say('preparingText'));
        return this.#renderProvider(shows.form, shows.form.given);
      case 'presentation':
        return this.changing ? this.#renderProvider(null, shows.given) : this.#renderSigning(shows);
      case 'finalizing':
        return waiting(say('signedTitle'), say('signedText'));
      case 'document':
        if (shows.state === 'checking') return waiting(say('checkingTitle'), say('checkingText'));
        return this.#renderDocument(shows);
      case 'progress':
        return progress(view);
      case 'done':
        return done(view, () => void this.#openForm());
      case 'blocked':
        return waiting(...blockedWords(shows.code));
    }
  }

  #renderProvider(
    form: Extract<PhysicianShows, { step: 'provider' }>['form'],
    given: NonNullable<typeof form>['given'],
  ) {
    const dates = form?.sla && [
      form.sla.due_at && say('due', { time: momentHere(form.sla.due_at) }),
      form.sla.breached_at && say('overdue', { time: momentHere(form.sla.breached_at) }),
    ];
    return html`<div>
        <h2 tabindex="-1">${form === null ? say('changeHeading') : say('orderHeading')}</h2>
        <p class="lead">
          ${form === null ? say('changeLead') : say('orderLead')}
          ${dates?.filter(Boolean).join(' ')}
        </p>
      </div>
      <dx-physician-provider
        class="step"
        .requirements=${form}
        .given=${given}
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
      @dx-sign=${({ detail }: CustomEvent) => void this.model?.sign(detail)}
      @dx-change=${() => {
        this.changing = true;
      }}
      @dx-abandon=${() => void this.model?.abandon()}
    ></dx-physician-signing>`;
  }

  #renderDocument(shows: Extract<PhysicianShows, { step: 'document' }>) {
    return html`<dx-physician-document
      class="step"
      .shows=${shows}
      .problems=${this.model?.problem?.fields}
      ?busy=${this.model?.busy}
      @dx-upload=${({ detail }: CustomEvent) => void this.model?.upload(detail.file)}
      @dx-hand-in=${({ detail }: CustomEvent) => void this.model?.submitEvidence(detail)}
    ></dx-physician-document>`;
  }
}

define('dx-physician-order', PhysicianOrderElement);
