/** `<hosted-schedule>`: renders the view of a handoff and sends the member's confirmation. */
import { html, nothing, type TemplateResult } from 'lit';
import { PagePart } from '../../../core/pages/page/page-part.ts';
import type { HostedView } from '../handoff-view.ts';
import { openParent, reportHeight } from './parent-window.ts';
import { review, type Sending, timeList } from './review.ts';
import { type Times, timesAt } from './times.ts';
import { type Leave, wayBack, wayOut, wayToProfile } from './ways-out.ts';

/** The screens without a decision: sent, confirmed, left, blocked, closed, expired. */
type OutcomeName = Exclude<HostedView['status'], 'choose'> | 'left';

interface OutcomeScreen {
  view: HostedView;
  times: Times;
  leave: Leave;
  /** Goes back to the times after the member left. */
  resume(): void;
}

const outcomes: Record<OutcomeName, (screen: OutcomeScreen) => TemplateResult> = {
  sent: ({ view, times }) => html`<h1 tabindex="-1">Request sent</h1>
    <p>The clinic will confirm one of your times. Nothing is booked yet.</p>
    ${timeList({ chosen: view.times, times })}`,
  confirmed: ({ view, times }) => html`<h1 tabindex="-1">Your appointment is confirmed</h1>
    <p class="large">${view.scheduled_for ? times.whole(view.scheduled_for) : nothing}</p>
    <p class="quiet">All times are in ${times.zone()}.</p>`,
  left: ({ resume }) => html`<h1 tabindex="-1">You left before sending</h1>
    <p>Your times are saved, but we haven’t sent them to the clinic.</p>
    <div class="actions"><button type="button" @click=${resume}>Go back to your times</button></div>`,
  blocked: () => html`<h1 tabindex="-1">This test can’t be scheduled here</h1>
    <p>
      The rules for this test don’t allow it for you at this clinic. We haven’t sent your request. Go back to the
      website where you ordered your test to learn what you can do instead.
    </p>`,
  closed: () => html`<h1 tabindex="-1">Nothing to schedule</h1>
    <p>To see the status of this appointment, go back to the website where you ordered your test.</p>`,
  expired: () => html`<h1 tabindex="-1">This page has expired</h1>
    <p>
      For your privacy, it stays open for one day. Nothing is lost. Go back to the website where you ordered your test,
      and open scheduling again.
    </p>`,
};

/** Draws the screen of an outcome with the ways off the page. */
function outcome(name: OutcomeName, shown: OutcomeScreen): TemplateResult {
  const { view, leave } = shown;
  // A page outside a frame has nobody to close it.
  const close = leave.framed && name !== 'left' ? wayOut(view, leave, 'Close') : nothing;
  return html`${outcomes[name](shown)}
    <div class="actions">${wayBack(view, leave)}${wayToProfile(view, leave)}${close}</div>`;
}

/** Derived once from the first view. */
interface Opened {
  times: Times;
  leave: Leave;
}

const address = window.location.pathname;

/** Keeps the document's text until the first view is loaded. */
class HostedSchedule extends PagePart {
  #view: HostedView | null = null;
  #opened: Opened | null = null;
  /** Whether the member left without sending. */
  #hasLeft = false;
  #sending: Sending = 'idle';
  /** Why there is no view to show. */
  #problem: 'unreachable' | 'unknown' | null = null;
  /** The member's current times, the preferred one first. */
  #chosen: readonly string[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#open();
  }

  protected override shouldUpdate(): boolean {
    return this.#view !== null || this.#problem !== null;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.#problem === 'unknown') return unknownAddress();
    if (this.#problem === 'unreachable') return this.#retry();
    if (this.#view === null || this.#opened === null) return nothing;
    const view = this.#view;
    const { times, leave } = this.#opened;
    if (!this.#hasLeft && view.status === 'choose')
      return review({
        view,
        times,
        leave,
        chosen: this.#chosen,
        sending: this.#sending,
        change: (at, time) => {
          this.#chosen = this.#chosen.with(at, time);
          this.requestUpdate();
        },
        confirm: () => void this.#confirm(),
      });
    const name = view.status === 'choose' ? 'left' : view.status;
    return outcome(name, { view, times, leave, resume: () => void this.#show({ hasLeft: false }) });
  }

  #retry(): TemplateResult {
    return html`<h1 tabindex="-1">We couldn’t load your times</h1>
      <p>Nothing is lost. Check your connection and try again.</p>
      <div class="actions"><button type="button" @click=${() => void this.#open()}>Try again</button></div>`;
  }

  async #open(): Promise<void> {
    const view = await read().catch(() => null);
    this.#problem = view === null ? 'unreachable' : isUnknown(view) ? 'unknown' : null;
    if (view === null || isUnknown(view)) return this.requestUpdate();
    const { framed, post } = openParent(view);
    const page = this.closest('#page');
    page?.classList.toggle('framed', framed);
    this.#view = view;
    this.#chosen = view.times;
    this.#opened = {
      times: timesAt(view.location.timezone),
      leave: { framed, post, exit: () => this.#exit() },
    };
    this.requestUpdate();
    await this.updateComplete;
    if (page !== null) reportHeight(page, post);
    post('ready');
    this.#reportError();
    document.addEventListener('visibilitychange', () => void this.#refresh());
  }

  #exit(): void {
    this.#opened?.leave.post('exit');
    if (this.#view?.status === 'choose') void this.#show({ hasLeft: true });
  }

  #reportError(): void {
    if (this.#view?.error_status) this.#opened?.leave.post('error', { status: this.#view.error_status });
  }

  /** Renders a screen, and moves the focus to its heading. */
  async #show({ hasLeft }: { hasLeft: boolean }): Promise<void> {
    this.#hasLeft = hasLeft;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('h1')?.focus();
  }

  async #confirm(): Promise<void> {
    if (this.#sending === 'sending') return;
    this.#sending = 'sending';
    this.requestUpdate();
    const view = await send(this.#chosen).catch(() => null);
    this.#sending = view === null ? 'failed' : 'idle';
    if (view === null) return this.requestUpdate();
    if (isUnknown(view)) this.#problem = 'unknown';
    else this.#view = view;
    await this.#show({ hasLeft: false });
    if (isUnknown(view)) return;
    if (view.status === 'sent') this.#opened?.leave.post('complete');
    this.#reportError();
  }

  /** A member who comes back to the page sees the current status, and the times that are offered now. */
  async #refresh(): Promise<void> {
    if (document.visibilityState === 'hidden') return;
    const view = await read().catch(() => null);
    if (view === null) return;
    const reported = this.#view?.error_status;
    if (isUnknown(view)) this.#problem = 'unknown';
    else this.#view = view;
    this.requestUpdate();
    if (this.#view?.error_status !== reported) this.#reportError();
  }
}

/** The response for an address that the sandbox does not know, such as after a reset. */
interface UnknownAddress {
  status: 'unknown';
}

const isUnknown = (view: HostedView | UnknownAddress): view is UnknownAddress => view.status === 'unknown';

function unknownAddress(): TemplateResult {
  return html`<h1 tabindex="-1">We can’t find this page</h1>
    <p>Go back to the website where you ordered your test, and open scheduling again.</p>`;
}

async function read(): Promise<HostedView | UnknownAddress> {
  return viewIn(await fetch(`${address}/view`));
}

/** @throws Error if the response has no view: the service failed */
async function viewIn(response: Response): Promise<HostedView | UnknownAddress> {
  const body: HostedView | UnknownAddress | Record<'error', unknown> = await response.json();
  if ('status' in body) return body;
  throw new Error(`The service responded with ${response.status}.`);
}

/** @returns the view after the request; a refused one shows what changed */
async function send([first, ...alternates]: readonly string[]): Promise<HostedView | UnknownAddress> {
  const response = await fetch(`${address}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ selected_appointment_date: first, alternate_availabilities: alternates }),
  });
  return viewIn(response);
}

customElements.define('hosted-schedule', HostedSchedule);
