/** `<hosted-schedule>`: renders the view of a handoff and sends the member's confirmation. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { HostedView } from '../handoff-view.ts';
import { chooseTime, firstDay } from './choose-time.ts';
import { outcome } from './outcomes.ts';
import { openParent, reportHeight } from './parent-window.ts';
import { choiceName, review, type Sending } from './review.ts';
import { type Times, timesAt } from './times.ts';
import type { Leave } from './ways-out.ts';

type Screen = { name: 'status' } | { name: 'left' } | { name: 'change'; at: number; day: string };

/** Derived once from the first view. */
interface Opened {
  times: Times;
  leave: Leave;
}

const address = window.location.pathname;
const heading = 'h1';

/** Renders without a shadow root, so that the page's style sheets apply. Keeps the document's text until the first view is loaded. */
class HostedSchedule extends LitElement {
  #view: HostedView | null = null;
  #opened: Opened | null = null;
  #screen: Screen = { name: 'status' };
  #sending: Sending = 'idle';
  #unreachable = false;
  /** The member's current times, the preferred one first. */
  #chosen: readonly string[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#open();
  }

  protected override shouldUpdate(): boolean {
    return this.#view !== null || this.#unreachable;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    if (!this.hasUpdated) this.replaceChildren();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.#unreachable) return this.#retry();
    if (this.#view === null || this.#opened === null) return nothing;
    const view = this.#view;
    const { times, leave } = this.#opened;
    const screen = this.#screen;
    if (screen.name === 'change' && view.status === 'choose') return this.#change(view, times, screen);
    if (screen.name !== 'left' && view.status === 'choose')
      return review({
        view,
        times,
        leave,
        chosen: this.#chosen,
        sending: this.#sending,
        change: (at) => void this.#openChange(at),
        confirm: () => void this.#confirm(),
      });
    const name = view.status === 'choose' ? 'left' : view.status;
    return outcome(name, { view, times, leave, resume: () => void this.#show({ name: 'status' }, heading) });
  }

  #retry(): TemplateResult {
    return html`<h1 tabindex="-1">We couldn’t load your times</h1>
      <p>Nothing is lost. Check your connection and try again.</p>
      <div class="actions"><button type="button" @click=${() => void this.#open()}>Try again</button></div>`;
  }

  #change(view: HostedView, times: Times, { at, day }: Extract<Screen, { name: 'change' }>): TemplateResult {
    const back = () => this.#show({ name: 'status' }, `[data-change="${at}"]`);
    return chooseTime({
      title: `Change your ${choiceName(at).toLowerCase()}`,
      offered: this.#offeredInsteadOf(view, at),
      instead: this.#chosen[at] ?? '',
      day,
      times,
      showDay: (shown) => void this.#show({ name: 'change', at, day: shown }),
      choose: (time) => {
        this.#chosen = this.#chosen.with(at, time);
        void back();
      },
      back: () => void back(),
    });
  }

  /** The offered times without those that the member's other choices take. */
  #offeredInsteadOf(view: HostedView, at: number): string[] {
    return view.offered_times.filter(
      (time) => !this.#chosen.some((other, index) => index !== at && other === time),
    );
  }

  async #open(): Promise<void> {
    const view = await read().catch(() => null);
    this.#unreachable = view === null;
    if (view === null) return this.requestUpdate();
    const { framed, post } = openParent(view);
    const page = this.closest('#page');
    page?.classList.toggle('framed', framed);
    this.#view = view;
    this.#chosen = view.times;
    this.#opened = {
      times: timesAt(view.location.timezone),
      leave: { framed, post, exit: () => this.#exit() },
    };
    await this.#show({ name: 'status' });
    if (page !== null) reportHeight(page, post);
    post('ready');
    this.#reportError();
    document.addEventListener('visibilitychange', () => void this.#refresh());
  }

  #exit(): void {
    this.#opened?.leave.post('exit');
    if (this.#view?.status === 'choose') void this.#show({ name: 'left' }, heading);
  }

  #reportError(): void {
    if (this.#view?.error_status) this.#opened?.leave.post('error', { status: this.#view.error_status });
  }

  /** Renders a screen and moves the focus to what `focus` selects in it. */
  async #show(screen: Screen, focus?: string): Promise<void> {
    this.#screen = screen;
    this.requestUpdate();
    await this.updateComplete;
    if (focus !== undefined) this.querySelector<HTMLElement>(focus)?.focus();
  }

  /** Reads the offered times again, since they may have changed, and lets the member choose. */
  async #openChange(at: number): Promise<void> {
    const view = await read().catch(() => this.#view);
    if (view === null) return;
    this.#view = view;
    const day = firstDay(this.#offeredInsteadOf(view, at), this.#chosen[at] ?? '');
    await this.#show(view.status === 'choose' ? { name: 'change', at, day } : { name: 'status' }, heading);
    const days = this.querySelector('.days');
    const checked = days?.querySelector('.day:has(:checked)');
    if (!days || !checked) return;
    // Not scrollIntoView, which would scroll the partner's page too. The margin shows that there is an earlier day.
    days.scrollLeft += checked.getBoundingClientRect().left - days.getBoundingClientRect().left - 8;
  }

  async #confirm(): Promise<void> {
    if (this.#sending === 'sending') return;
    this.#sending = 'sending';
    this.requestUpdate();
    const view = await send(this.#chosen).catch(() => null);
    this.#sending = view === null ? 'failed' : 'idle';
    if (view === null) return this.requestUpdate();
    this.#view = view;
    await this.#show({ name: 'status' }, heading);
    if (view.status === 'sent') this.#opened?.leave.post('complete');
    this.#reportError();
  }

  /** A member who comes back to the page sees the current status. */
  async #refresh(): Promise<void> {
    if (document.visibilityState === 'hidden') return;
    const view = await read().catch(() => null);
    if (view === null || view.status === this.#view?.status) return;
    this.#view = view;
    await this.#show({ name: 'status' });
  }
}

async function read(): Promise<HostedView> {
  return (await fetch(`${address}/view`)).json();
}

/** @returns the view after the request; a refused one shows what changed */
async function send([first, ...alternates]: readonly string[]): Promise<HostedView> {
  const response = await fetch(`${address}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ selected_appointment_date: first, alternate_availabilities: alternates }),
  });
  return response.json();
}

customElements.define('hosted-schedule', HostedSchedule);
