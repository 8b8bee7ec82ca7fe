/** `<admin-page>`: signs the operator in, looks a reference up, and shows what it leads to. */
import { html, nothing, type TemplateResult } from 'lit';
import type { EraseResult, SupportRecords } from '../../../contract/admin-api/views.ts';
import { announce } from '../../../core/pages/page/message-line.ts';
import { onSubmit, PagePart } from '../../../core/pages/page/page-part.ts';
import { AdminApi, RequestFailed } from './admin-api.ts';
import './booking-view.ts';
import './start-view.ts';

/** After this time without use, the key is forgotten. */
const idleMs = 15 * 60_000;

class AdminPage extends PagePart {
  #api: AdminApi | null = null;
  #records: SupportRecords | null = null;
  #erased: EraseResult | null = null;
  /** About what was typed in the form at the top. */
  #error = '';
  #isBusy = false;
  #idle: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('request-failed', (event) => this.#fail((event as CustomEvent).detail, false));
    this.addEventListener('booking-read', (event) => {
      this.#records = (event as CustomEvent<SupportRecords>).detail;
      this.requestUpdate();
    });
    this.addEventListener('reference-opened', (event) => this.#lookUp((event as CustomEvent<string>).detail));
    this.addEventListener('user-erased', (event) => {
      this.#erased = (event as CustomEvent<EraseResult>).detail;
      this.#records = null;
      this.#say('The user is erased.');
      void this.#focus('#erased');
    });
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, () => this.#watchIdle());
  }

  #say(text: string): void {
    this.#error = '';
    announce(text);
    this.requestUpdate();
  }

  #fail(error: unknown, isFormError: boolean): void {
    if (!(error instanceof RequestFailed)) throw error;
    if (error.isSignedOut && this.#api) this.#signOut('');
    const isBesideForm = isFormError || error.isSignedOut;
    this.#error = isBesideForm ? error.message : '';
    announce(isBesideForm ? '' : error.message, true);
    this.requestUpdate();
  }

  #watchIdle(): void {
    clearTimeout(this.#idle);
    if (this.#api)
      this.#idle = window.setTimeout(() => this.#signOut('Signed out after 15 minutes without use.'), idleMs);
  }

  #signOut(message: string): void {
    this.#api = null;
    this.#records = null;
    this.#erased = null;
    this.#say(message);
    void this.#focus('#key');
  }

  async #focus(selector: string): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    // A part of the page renders after it.
    await new Promise(requestAnimationFrame);
    this.querySelector<HTMLElement>(selector)?.focus();
  }

  async #run(what: string, request: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#say(what);
    try {
      await request();
    } catch (error) {
      this.#fail(error, true);
    } finally {
      this.#isBusy = false;
      this.requestUpdate();
    }
  }

  #signIn(key: string): void {
    void this.#run('Signing in…', async () => {
      this.#api = await AdminApi.signIn(key.trim());
      this.#say('');
      this.#watchIdle();
      await this.#focus('#reference');
    });
  }

  #lookUp(reference: string): void {
    const api = this.#api;
    if (!api) return;
    void this.#run('Looking up…', async () => {
      this.#records = null;
      this.#erased = null;
      this.requestUpdate();
      this.#records = await api.lookup(reference);
      this.#say('');
      await this.#focus('#found');
    });
  }

  protected override render(): TemplateResult {
    return html`<header class="bar">
        <h1>Booking support</h1>
        ${
          this.#api
            ? html`<p>Signed in as <strong>${this.#api.operator.name}</strong> (${this.#api.operator.role})</p>
              ${
                this.#isAtStart
                  ? nothing
                  : html`<button type="button" @click=${() => this.#toStart()}>All waiting work</button>`
              }
              <button type="button" @click=${() => this.#signOut('You are signed out.')}>Sign out</button>`
            : nothing
        }
      </header>
      <main>
        ${this.#api ? this.#content(this.#api) : this.#signInForm()}
      </main>
      <message-line></message-line>`;
  }

  #signInForm(): TemplateResult {
    return html`<form class="sheet" @submit=${onSubmit(({ key = '' }) => this.#signIn(key))}>
      <h2>Sign in</h2>
      <label for="key">Your key</label>
      <p class="quiet" id="key-hint">It begins with dxa_. This page forgets it when you close it.</p>
      <input id="key" name="key" type="password" required autocomplete="off" aria-describedby="key-hint key-error">
      ${this.#errorText('key-error')}
      <button class="primary" aria-disabled=${this.#isBusy}>Sign in</button>
    </form>`;
  }

  #content(api: AdminApi): TemplateResult {
    return html`<form class="sheet" role="search" @submit=${onSubmit(({ reference = '' }) => this.#lookUp(reference))}>
        <label for="reference">Reference or user id</label>
        <p class="quiet" id="reference-hint">
          For example an order number such as ORD-4F7K2M, or the reference on the user’s screen.
        </p>
        <div class="search">
          <input
            id="reference"
            name="reference"
            required
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-describedby="reference-hint reference-error"
          >
          <button class="primary" aria-disabled=${this.#isBusy}>Look up</button>
        </div>
        ${this.#errorText('reference-error')}
      </form>
      ${this.#records ? html`<booking-view .api=${api} .records=${this.#records}></booking-view>` : nothing}
      ${this.#erased ? erasedText(this.#erased) : nothing}
      ${this.#isAtStart ? html`<start-view .api=${api}></start-view>` : nothing}`;
  }

  get #isAtStart(): boolean {
    return this.#records === null && this.#erased === null && !this.#isBusy;
  }

  #toStart(): void {
    this.#records = null;
    this.#erased = null;
    this.#say('');
    void this.#focus('#reference');
  }

  #errorText(id: string): TemplateResult {
    return html`<p class="error" id=${id} role="alert">${this.#error || nothing}</p>`;
  }
}

function erasedText({ subject, erased, order_ids, appointment_ids }: EraseResult): TemplateResult {
  const ids = [...order_ids, ...appointment_ids];
  return html`<section class="sheet">
    <h2 id="erased" tabindex="-1">User <span class="id">${subject}</span> is erased</h2>
    <p>Kept as proof: erasure <code>${erased?.id}</code>, without the name of the user.</p>
    ${
      ids.length > 0
        ? html`<p>Not erased: what the testing service stores. Give it these ids:</p>
          <ul>${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul>`
        : nothing
    }
  </section>`;
}

customElements.define('admin-page', AdminPage);
