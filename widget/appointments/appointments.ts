/** `<dx-appointments>`: what a customer booked, whichever flow made it, and what they can do about it. It alone fetches. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AppointmentAction, AppointmentView } from '../../server/contract/appointments-api.ts';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import { Failure, mayPass } from '../session/failure.ts';
import { failureWords } from '../session/failure-words.ts';
import type { SubjectToken } from '../session/session.ts';
import { baseAddress, missingSetting, settingsTimeoutMs } from '../session/settings.ts';
import { define } from '../ui/define.ts';
import { icon } from '../ui/icon.ts';
import { skeleton } from '../ui/skeleton.ts';
import { Agenda } from './agenda.ts';
import { card } from './card.ts';
import { Desk } from './desk.ts';
import { sorted } from './sorted.ts';
import { styles } from './styles.ts';

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';

/**
 * @fires dx-canceled - An appointment was canceled here: `{ appointment_id }`.
 * @fires dx-rescheduled - Another time was asked for here: `{ appointment_id }`.
 * @fires dx-error - Something failed and the customer was told: `{ code }`.
 * @csspart frame - Everything.
 * @cssprop --dx-accent - Filled buttons, links, focus; the others stand in widget/ui/tokens.ts.
 */
export class Appointments extends LitElement {
  static override styles = styles;
  // Without decorators, whose runtime would be shared with the booking and bring that along.
  static override properties = {
    server: {},
    subjectToken: { attribute: 'subject-token' },
    subjectTokenType: { attribute: 'subject-token-type' },
    getSubjectToken: { attribute: false },
  };

  /** The base address of the partner's server. */
  server = '';
  /** The page's own short-lived token of its signed-in user. */
  subjectToken = '';
  /** What kind of token that is. */
  subjectTokenType: string = jwtTokenType;
  /** For pages that live longer than their tokens: asked for a token, and again when it has been refused. */
  getSubjectToken: (() => Promise<string>) | undefined = undefined;

  private standstill: Failure | null = null;

  private agenda: Agenda | null = null;
  private readonly desk = new Desk(this, () => this.agenda);
  private subjectTimer: ReturnType<typeof setTimeout> | undefined;
  private listening = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.listening.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    const look = () => document.hidden || void this.agenda?.read();
    addEventListener('pageshow', (event) => event.persisted && look(), { signal });
    addEventListener('online', look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    this.requestUpdate();
  }

  /** An element that is only moved keeps what it knows. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.listening.abort();
    queueMicrotask(() => {
      if (!this.isConnected) this.end();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('server') && changed.get('server')) this.end();
    if (this.agenda === null) this.begin();
    else if (changed.has('subjectToken')) {
      this.agenda.renewSubject();
      if (this.agenda.failure?.error.code === 'sign_in_ended') void this.agenda.read();
    }
  }

  /** Waits a while for a page that is still finding out who its user is. */
  private begin(): void {
    if (!this.isConnected) return;
    const base = baseAddress(this.server);
    if (base === null || missingSetting(this) !== null) {
      this.subjectTimer ??= setTimeout(() => {
        this.standstill = new Failure(missingSetting(this) ?? 'server_missing');
        this.desk.failed(this.standstill);
        this.requestUpdate();
      }, settingsTimeoutMs);
      return;
    }
    clearTimeout(this.subjectTimer);
    this.standstill = null;
    this.agenda = new Agenda(base, (refused) => this.subject(refused), {
      changed: () => this.requestUpdate(),
      failed: (failure) => this.desk.failed(failure),
    });
    this.agenda.start();
  }

  private end(): void {
    clearTimeout(this.subjectTimer);
    this.subjectTimer = undefined;
    this.agenda?.end();
    this.agenda = null;
    this.desk.clear();
  }

  private async subject(refused: string | null): Promise<SubjectToken | null> {
    const { subjectToken, subjectTokenType: type } = this;
    if (subjectToken !== '' && subjectToken !== refused) return { token: subjectToken, type };
    const token = await this.getSubjectToken?.();
    return token === undefined || token === refused ? null : { token, type };
  }

  protected override render() {
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
