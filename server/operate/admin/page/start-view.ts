/** `<start-view>`: what needs attention without a reference: the work of all users that waits, and the servers. */
import { html, nothing, type TemplateResult } from 'lit';
import type { InstallationView, WaitingWork } from '../../../contract/admin-api/views.ts';
import { line } from '../../../core/pages/page/page-part.ts';
import { OperatorPart } from './operator-session.ts';
import { agoText, reasonText, timeText, triesText, writeName } from './words.ts';

/** More rows than an operator reads; the groups count all. */
const rowsAtMost = 50;

type Group = WaitingWork['groups'][number];
type Item = WaitingWork['items'][number];

class StartView extends OperatorPart {
  #waiting: WaitingWork | null = null;
  #installation: InstallationView | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.run('Reading…', () => this.#read());
  }

  async #read(): Promise<string> {
    [this.#waiting, this.#installation] = await Promise.all([this.api.waiting(), this.api.installation()]);
    return '';
  }

  #retryParked(): void {
    void this.run('Trying again…', async () => {
      const { done } = await this.api.retryParked();
      await this.#read();
      return `${done.length} due now. The server goes on within five seconds.`;
    });
  }

  protected override render(): TemplateResult {
    const [waiting, installation] = [this.#waiting, this.#installation];
    if (!waiting || !installation) return html`<p class="quiet">${this.busy}</p>`;
    return html`<section class="sheet" aria-labelledby="attention-title">
        <h2 id="attention-title" tabindex="-1">Needs attention</h2>
        ${this.#attention(waiting)}
      </section>
      ${servicePart(installation)} ${serversPart(installation)}`;
  }

  #attention({ groups, items }: WaitingWork): TemplateResult {
    const isBusy = this.busy !== '';
    const mayRetry = this.api.may('retry_parked') && groups.some(({ state }) => state === 'parked');
    const more = groups.reduce((sum, { count }) => sum + count, 0) - Math.min(items.length, rowsAtMost);
    return html`${groups.length === 0 ? html`<p class="quiet">Nothing waits and nothing has stopped.</p>` : nothing}
      <ul class="cards">${groups.map(groupCard)}</ul>
      <div class="actions">
        ${
          mayRetry
            ? html`<button
                type="button"
                class="primary"
                aria-disabled=${isBusy}
                @click=${() => this.#retryParked()}
              >Try all stopped again</button>`
            : nothing
        }
        <button
          type="button"
          aria-disabled=${isBusy}
          @click=${() => void this.run('Reading…', async () => `${await this.#read()}Read again.`)}
        >Read again</button>
      </div>
      ${items.length > 0 ? html`<h3>Oldest first</h3>` : nothing}
      <ul class="cards">${items.slice(0, rowsAtMost).map((item) => this.#itemCard(item))}</ul>
      ${more > 0 ? html`<p class="quiet">And ${more} more, which the counts above include.</p>` : nothing}`;
  }

  #itemCard(item: Item): TemplateResult {
    const open = () =>
      this.dispatchEvent(new CustomEvent('reference-opened', { detail: item.owner_id, bubbles: true }));
    return html`<li>
      <p class="title"><strong>${nameOf(item)}</strong> ${chip(item)}</p>
      <p class="quiet">
        ${line(`Since ${timeText(item.created_at)}`, triesText(item.tries), item.reason && reasonText(item.reason))}
      </p>
      ${item.next_try_at ? html`<p class="quiet">Next try: ${timeText(item.next_try_at)}</p>` : nothing}
      <button type="button" aria-label="Open booking: ${nameOf(item)}, ${item.owner_id}" @click=${open}>
        Open booking
      </button>
    </li>`;
  }
}

const nameOf = ({ write }: Pick<Group, 'write'>) =>
  write === null ? 'Event to your backend' : writeName(write);

const chip = ({ state }: Pick<Group, 'state'>): TemplateResult =>
  state === 'parked'
    ? html`<span class="chip bad">Stopped</span>`
    : html`<span class="chip waiting">Waiting</span>`;

const groupCard = (group: Group): TemplateResult => html`<li>
  <p class="title"><strong>${group.count} × ${nameOf(group)}</strong> ${chip(group)}</p>
  <p class="quiet">${line(`Oldest: ${agoText(group.oldest_at)}`, group.reason && reasonText(group.reason))}</p>
</li>`;

function servicePart({ service, queues }: InstallationView): TemplateResult {
  const { responded_at, failed_at } = service;
  const isAway = failed_at !== null && (responded_at === null || failed_at > responded_at);
  const counts = [
    ...queues.writes.map(({ flow, state, count }) => [
      `Writes of the ${flow === 'full_api' ? 'full API' : 'co-branded'} flow, ${stateText(state)}`,
      count,
    ]),
    ...queues.events.map(({ state, count }) => [`Events to your backend, ${stateText(state)}`, count]),
    ...queues.documents.map(({ phase, count }) => [`Documents, ${phase}`, count]),
    ...(queues.reads > 0 ? [['Reads that events requested', queues.reads]] : []),
  ];
  return html`<section class="sheet" aria-labelledby="service-title">
    <h2 id="service-title">Testing service and queues</h2>
    <p>
      ${responded_at ? html`Last response: ${timeText(responded_at)}` : 'No response yet since the servers started.'}
      ${isAway ? html`<span class="chip bad">Does not respond</span>` : nothing}
    </p>
    ${failed_at ? html`<p class="quiet">Last failure: ${timeText(failed_at)}</p>` : nothing}
    ${
      counts.length === 0
        ? html`<p class="quiet">All queues are empty.</p>`
        : html`<dl class="facts">
            ${counts.map(([name, count]) => html`<dt>${name}</dt><dd class="number">${count}</dd>`)}
          </dl>`
    }
    ${
      queues.access_log_since
        ? html`<p>The access log’s sink lacks records since ${timeText(queues.access_log_since)}.</p>`
        : nothing
    }
  </section>`;
}

const stateText = (state: string) => (state === 'parked' ? 'stopped' : 'waiting');

const serversPart = ({ servers }: InstallationView): TemplateResult => html`<section
  class="sheet"
  aria-labelledby="servers-title"
>
  <h2 id="servers-title">Servers</h2>
  <ul class="cards">${servers.map(
    ({ name, version, started_at, seen_at, is_gone }) => html`<li>
      <p class="title">
        <strong>${name}</strong>
        ${is_gone ? html`<span class="chip bad">Gone</span>` : html`<span class="chip good">Running</span>`}
      </p>
      <p class="quiet">
        ${line(`Version ${version}`, `Started ${timeText(started_at)}`, `Last seen ${agoText(seen_at)}`)}
      </p>
    </li>`,
  )}</ul>
</section>`;

customElements.define('start-view', StartView);
