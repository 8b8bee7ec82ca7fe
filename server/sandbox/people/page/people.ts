/** `<sandbox-page>`: the whole page. Reads the sandbox each second and after each change. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './appointments.ts';
import { announce, change, changedEvent, fieldsOf, SandboxMessage } from './control.ts';
import './documents.ts';
import './faults.ts';
import { newKeyForm } from './keys.ts';
import './logs.ts';
import { readSandbox, type SandboxData } from './sandbox-data.ts';
import './settings.ts';

const readEveryMs = 1000;
const messageMs = 6000;
const advances = [
  ['+1 minute', 60],
  ['+1 hour', 3600],
  ['+1 day', 86_400],
] as const;
const sections = [
  ['appointments', 'Appointments'],
  ['documents', 'Documents'],
  ['keys', 'Keys'],
  ['faults', 'Faults'],
  ['settings', 'Settings'],
  ['events', 'Webhooks'],
  ['requests', 'Requests'],
] as const;

/** Renders without a shadow root, so that the page's style sheets apply. Shows only its heading until the sandbox is read. */
class SandboxPage extends LitElement {
  #data: SandboxData | null = null;
  #message: SandboxMessage | null = null;
  #silence: number | undefined;
  #reading = false;
  #away = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener(SandboxMessage.type, (event) => {
      if (event instanceof SandboxMessage) this.#show(event);
    });
    for (const event of [changedEvent, 'visibilitychange'])
      document.addEventListener(event, () => void this.#read());
    window.setInterval(() => void this.#read(), readEveryMs);
    void this.#read();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    if (!this.hasUpdated) this.replaceChildren();
  }

  async #read(): Promise<void> {
    if (this.#reading || document.visibilityState === 'hidden') return;
    this.#reading = true;
    try {
      this.#data = await readSandbox(this.#data?.requests ?? []);
      if (this.#away) announce('The sandbox is back.');
      this.#away = false;
    } catch {
      if (!this.#away) announce('The sandbox does not respond.', true);
      this.#away = true;
    } finally {
      this.#reading = false;
    }
    this.requestUpdate();
  }

  #show(message: SandboxMessage): void {
    this.#message = message;
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => {
      this.#message = null;
      this.requestUpdate();
    }, messageMs);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const data = this.#data;
    return html`<header class="bar">
        <h1>Sandbox</h1>
        <nav aria-label="Sections">${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
        ${data === null ? nothing : clock(data.now)}
      </header>
      ${data === null ? html`<p class="loading">Loading the sandbox…</p>` : main(data)}
      <p class="message ${this.#message?.isError ? 'wrong' : ''}" role="status">${this.#message?.text ?? nothing}</p>`;
  }
}

function clock(now: string): TemplateResult {
  const set = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const { at } = fieldsOf(event.currentTarget);
    void change('The clock is set.', 'POST', '/clock', { now: new Date(`${at}Z`).toISOString() });
  };
  return html`<fieldset class="clock">
    <legend class="visually-hidden">The sandbox’s clock</legend>
    <time datetime=${now}>${now.slice(0, 10)} ${now.slice(11, 19)} UTC</time>
    ${advances.map(
      ([label, advance_seconds]) => html`<button
        type="button"
        @click=${() => void change(`${label} on the clock.`, 'POST', '/clock', { advance_seconds })}
      >${label}</button>`,
    )}
    <form @submit=${set}>
      <input name="at" type="datetime-local" step="1" aria-label="Set the clock to (UTC)" required>
      <button>Set</button>
    </form>
  </fieldset>`;
}

function main(data: SandboxData): TemplateResult {
  return html`<main>
    <div class="levers">
      <section id="appointments" aria-label="Orders and appointments">
        <h2>Orders and appointments</h2>
        <p class="quiet">Act as the clinic and the testing service. The buttons show what each appointment allows now.</p>
        <appointment-list .items=${data.appointments}></appointment-list>
      </section>
      <section id="documents" aria-label="Documents and physician orders">
        <h2>Documents and physician orders</h2>
        <p class="quiet">What partners sent, and the outcome. The default settings accept each document at once.</p>
        <document-list .items=${data.documents}></document-list>
      </section>
      <section id="keys" aria-label="Keys">
        <h2>Keys</h2>
        <p class="quiet">Each key is a separate partner. A change applies to what begins after it.</p>
        <key-list .items=${data.keys}></key-list>
        ${newKeyForm()}
      </section>
      <section id="faults" aria-label="Faults">
        <h2>Faults</h2>
        <p class="quiet">A fault changes the response to the next requests that match. A * matches one segment of the path.</p>
        <fault-list .items=${data.faults}></fault-list>
        <fault-form></fault-form>
      </section>
      <section id="settings" aria-label="Settings">
        <h2>Settings</h2>
        <p class="quiet">Values are JSON. Times are in seconds on the sandbox’s clock; null means “never by itself”.</p>
        <sandbox-settings .settings=${data.settings}></sandbox-settings>
        <h3>Start again</h3>
        <p class="quiet">Deletes all orders, documents and events. Keys, catalog, clock and settings return to their defaults.</p>
        <button type="button" @click=${reset}>Reset the sandbox</button>
      </section>
    </div>
    <div class="logs">
      <section id="events" aria-label="Webhook deliveries">
        <h2>Webhook deliveries</h2>
        <event-list .items=${data.events}></event-list>
      </section>
      <section id="requests" aria-label="Requests">
        <h2>Requests</h2>
        <request-list .items=${data.requests.toReversed()}></request-list>
      </section>
    </div>
  </main>`;
}

function reset(): void {
  if (window.confirm('Reset the sandbox? This deletes everything in it.'))
    void change('The sandbox is reset.', 'POST', '/reset');
}

customElements.define('sandbox-page', SandboxPage);
