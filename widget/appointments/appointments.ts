/** `<dx-appointments>`: what a customer booked, whichever flow made it, and what they can do about it. It alone fetches. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AppointmentAction, AppointmentView } from '../../server/contract/appointments-api.ts';
import { PartnerElement, userStyles } from '../core/partner-element.ts';
import { type Failure, mayPass } from '../session/failure.ts';
import { failureWords } from '../session/failure-words.ts';
import type { Session } from '../session/session.ts';
import { define } from '../ui/define.ts';
import { icon } from '../ui/icon.ts';
import { skeleton } from '../ui/skeleton.ts';
import { AppointmentsStore } from './appointments-store.ts';
import { card } from './card.ts';
import { PanelController } from './panel-controller.ts';
import { sorted } from './sorted.ts';
import { styles } from './styles.ts';

/**
 * @fires dx-canceled - An appointment was canceled here: `{ appointment_id }`.
 * @fires dx-rescheduled - Another time was asked for here: `{ appointment_id }`.
 * @fires dx-error - Something failed and the customer was told: `{ code }`.
 * @csspart frame - Everything.
 * @cssprop --dx-accent - Filled buttons, links, focus; the others stand in widget/ui/tokens.ts.
 */
export class Appointments extends PartnerElement {
  static override styles = [styles, userStyles];

  private agenda: AppointmentsStore | null = null;
  private readonly desk = new PanelController(this, () => this.agenda);

  protected override begin(session: Session): void {
    this.agenda = new AppointmentsStore(session, {
      changed: () => this.requestUpdate(),
      failed: (failure) => this.failed(failure),
    });
    this.agenda.start();
  }

  protected override end(): void {
    this.agenda = null;
    this.desk.clear();
  }

  protected override resume(): void {
    if (this.agenda?.failure?.error.code === 'sign_in_ended') this.agenda.start();
  }

  protected override failed(failure: Failure): void {
    super.failed(failure);
    this.desk.failed(failure);
  }

  protected override refreshView(): void {
    if (!document.hidden) void this.agenda?.read();
  }

  protected override cameOnline(): void {
    this.refreshView();
  }

  protected override renderView() {
    const known = this.agenda?.appointments ?? null;
    return html`<div class="frame" part="frame">
      ${this.renderFailure()} ${this.renderSaid()}
      ${known === null ? this.renderWaiting() : this.renderAll(known)}
      <p class="visually-hidden" role="status" aria-live="polite">${this.desk.announcement}</p>
    </div>`;
  }

  private renderWaiting() {
    if (this.standstill !== null || this.agenda?.failure) return nothing;
    return skeleton('Loading your appointments', ['heading', 'card', 'card', 'line']);
  }

  private renderAll(known: readonly AppointmentView[]): TemplateResult {
    const { ahead, past } = sorted(known);
    const [next, ...later] = ahead;
    return html`
      <section class="group" aria-labelledby="ahead">
        <h2 id="ahead" tabindex="-1">Coming up</h2>
        ${next === undefined ? html`<p>${past.length > 0 ? 'Nothing is coming up.' : 'You have no appointments yet.'}</p>` : this.renderCard(next, true)}
        ${later.map((appointment) => this.renderCard(appointment, false))}
      </section>
      ${
        past.length === 0
          ? nothing
          : html`<section class="group quieter" aria-labelledby="past">
              <h2 id="past">Past</h2>
              ${past.map((appointment) => this.renderCard(appointment, false))}
            </section>`
      }
    `;
  }

  private renderCard(appointment: AppointmentView, isNext: boolean) {
    const { agenda, desk } = this;
    const { appointment_id: id } = appointment;
    return card({
      appointment,
      isNext,
      busy: agenda?.busy?.id === id ? agenda.busy.action : null,
      held: agenda?.busy != null,
      problem: agenda?.problem?.id === id ? agenda.problem.body : null,
      open: desk.openFor(id),
      panel: desk.panel(appointment),
      act: (action: AppointmentAction) => void desk.act(appointment, action),
      retry: () => void desk.retry(appointment),
    });
  }

  private renderSaid() {
    const { said } = this.desk;
    if (said === null) return nothing;
    return html`<div class="note done" tabindex="-1" id="said">${icon('check')}<p>${said}</p></div>`;
  }

  private renderFailure() {
    const failed = this.agenda?.failure ?? null;
    const error = this.standstill ?? failed?.error;
    if (error === undefined) return nothing;
    const { title, text, reference, button } = failureWords(error);
    const press = failed?.again ?? (() => location.reload());
    const helps = button !== null && (failed?.again != null || !mayPass(error));
    return html`<div class="note failed" role="alert">
      ${icon('alert')}
      <div>
        <p class="title">${title}</p>
        <p>${text}</p>
        ${reference === null ? nothing : html`<p class="quiet figures">Reference ${reference}</p>`}
        ${helps ? html`<button type="button" @click=${press}>${button}</button>` : nothing}
      </div>
    </div>`;
  }
}

define('dx-appointments', Appointments);
declare global {
  interface HTMLElementTagNameMap {
    'dx-appointments': Appointments;
  }
}
