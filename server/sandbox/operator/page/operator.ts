/** `<sandbox-page>`: the whole page. Reads the sandbox each second and after each change. */
import { html, nothing, type TemplateResult } from 'lit';
import { announce } from '../../../core/pages/page/message-line.ts';
import { onSubmit, PagePart, sentence } from '../../../core/pages/page/page-part.ts';
import { change, changedEvent, type Operations, readOperations } from './control.ts';
import './live-list.ts';
import { readSandbox, type SandboxData } from './sandbox-data.ts';
import { views } from './views.ts';

const readEveryMs = 1000;
const advances = [
  ['+1 minute', 60],
  ['+1 hour', 3600],
  ['+1 day', 86_400],
] as const;

/** Shows only its heading until the sandbox is read. */
class SandboxPage extends PagePart {
  #operations: Operations = new Map();
  #data: SandboxData | null = null;
  #reading = false;
  #away = false;

  override connectedCallback(): void {
    super.connectedCallback();
    for (const event of [changedEvent, 'visibilitychange'])
      document.addEventListener(event, () => void this.#read());
    window.setInterval(() => void this.#read(), readEveryMs);
    void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#reading || document.visibilityState === 'hidden') return;
    this.#reading = true;
    try {
      if (this.#operations.size === 0) this.#operations = await readOperations();
      this.#data = await readSandbox(this.#data?.requests);
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

  protected override render(): TemplateResult {
    const data = this.#data;
    const links = [...Object.keys(views), 'settings', 'more'];
    return html`<header class="bar">
        <h1>Sandbox</h1>
        <nav aria-label="Sections">${links.map((id) => html`<a href="#${id}">${sentence(id)}</a>`)}</nav>
        ${data === null ? nothing : clock(data.now)}
      </header>
      ${data === null ? html`<p class="loading">Loading the sandbox…</p>` : this.#main(data)}
      <message-line></message-line>`;
  }

  #main(data: SandboxData): TemplateResult {
    return html`<main>
      <div>
        ${this.#list('appointments', data)} ${this.#list('documents', data)} ${this.#list('keys', data)}
        ${this.#list('faults', data)}
        ${section(
          'settings',
          {
            title: 'Settings',
            hint: 'Times are in seconds on the sandbox’s clock. An empty field is “never by itself”, or no limit.',
          },
          this.#form('PATCH /sandbox/settings', data.settings),
        )}
        ${section('more', { title: 'More', hint: '' }, this.#others())}
      </div>
      <div>${this.#list('events', data)} ${this.#list('requests', data)}</div>
    </main>`;
  }

  #list(name: keyof typeof views, data: SandboxData): TemplateResult {
    const view = views[name];
    const form = 'creates' in view && view.creates ? this.#form(view.creates) : nothing;
    return section(
      name,
      view,
      html`<live-list .noun=${name} .view=${view} .items=${data[name]} .operations=${this.#operations}></live-list>
        ${form}`,
    );
  }

  #form(key: string, values?: object): TemplateResult | typeof nothing {
    const operation = this.#operations.get(key);
    if (!operation) return nothing;
    return html`<operation-form .operation=${operation} .action=${values ? { values } : {}}></operation-form>`;
  }

  /** Every other change that is not about one item. */
  #others(): TemplateResult {
    const used = [
      'PATCH /sandbox/settings',
      'POST /sandbox/clock',
      'POST /sandbox/webhook-deliveries/redeliver',
    ];
    const created = Object.values(views).map((view) => 'creates' in view && view.creates);
    const others = [...this.#operations].filter(
      ([key, { path }]) =>
        !key.startsWith('GET') && !path.includes(':') && ![...used, ...created].includes(key),
    );
    return html`${others.map(([key]) => this.#form(key))}`;
  }
}

function section(
  id: string,
  { title, hint }: { title: string; hint: string },
  content: unknown,
): TemplateResult {
  return html`<section class="sheet" id=${id} aria-label=${title}>
    <h2>${title}</h2>
    ${hint ? html`<p class="quiet">${hint}</p>` : nothing} ${content}
  </section>`;
}

function clock(now: string): TemplateResult {
  const set = onSubmit(
    ({ at }) =>
      void change('The clock is set.', 'POST', '/sandbox/clock', { now: new Date(`${at}Z`).toISOString() }),
  );
  return html`<fieldset class="clock">
    <legend class="visually-hidden">The sandbox’s clock</legend>
    <time datetime=${now}>${now.slice(0, 10)} ${now.slice(11, 19)} UTC</time>
    ${advances.map(
      ([label, advance_seconds]) => html`<button
        type="button"
        @click=${() => void change(`${label} on the clock.`, 'POST', '/sandbox/clock', { advance_seconds })}
      >${label}</button>`,
    )}
    <form @submit=${set}>
      <input name="at" type="datetime-local" step="1" aria-label="Set the clock to (UTC)" required>
      <button>Set</button>
    </form>
  </fieldset>`;
}

customElements.define('sandbox-page', SandboxPage);
