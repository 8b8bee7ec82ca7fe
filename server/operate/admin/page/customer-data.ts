/** `<customer-data>`: what the server stores of a user, its export and its erasure. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CustomerView, EraseResult } from '../../../contract/admin-api/views.ts';
import { onSubmit, sentence } from '../../../core/pages/page/page-part.ts';
import { OperatorPart } from './operator-session.ts';
import { timeText } from './words.ts';

class CustomerData extends OperatorPart {
  static override properties = { ...OperatorPart.properties, subject: { attribute: false } };

  declare subject: string;
  #view: CustomerView | EraseResult | null = null;
  #confirmError = '';

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!changed.has('subject')) return;
    this.#view = null;
    this.#confirmError = '';
  }

  protected override render(): TemplateResult {
    const isBusy = this.busy !== '';
    return html`<section class="sheet" aria-labelledby="data-title">
      <h3 id="data-title">Data of this user</h3>
      <div class="actions">
        <button type="button" aria-disabled=${isBusy} @click=${() => this.#show()}>Count records</button>
        ${
          this.api.may('export')
            ? html`<button type="button" aria-disabled=${isBusy} @click=${() => this.#export()}>Export</button>`
            : nothing
        }
      </div>
      ${
        this.api.may('export')
          ? html`<p class="quiet">The export is health data. Encrypt it before you send it.</p>`
          : nothing
      }
      ${this.#view ? this.#counts(this.#view) : nothing}
      ${
        this.api.may('erase')
          ? html`<details>
              <summary class="bad">Erase everything about this user</summary>
              ${this.#eraseForm()}
            </details>`
          : nothing
      }
    </section>`;
  }

  #counts({ records, under_way, erased }: CustomerView): TemplateResult {
    const listed = Object.entries(records).filter(([, count]) => count > 0);
    return html`${
      erased
        ? html`<p><strong>Erased</strong> on ${timeText(erased.at)} (${sentence(erased.state).toLowerCase()}).</p>`
        : nothing
    }
      ${
        listed.length === 0
          ? html`<p class="quiet">No records.</p>`
          : html`<dl class="facts">${listed.map(([kind, count]) => html`<dt>${sentence(kind)}</dt><dd class="number">${count}</dd>`)}</dl>`
      }
      ${
        under_way.length > 0
          ? html`<p><strong>Under way:</strong></p>
            <ul>${under_way.map(({ message, id }) => html`<li>${message} <code>${id}</code></li>`)}</ul>`
          : nothing
      }`;
  }

  #eraseForm(): TemplateResult {
    const error = this.#confirmError;
    return html`<form novalidate @submit=${onSubmit((fields) => this.#erase(fields))}>
      <p>
        This deletes the records of the user and their data key. Nobody can restore them. The testing service keeps its
        own records.
      </p>
      <label for="confirm">Type <span class="id">${this.subject}</span> to confirm</label>
      <input
        id="confirm"
        name="confirm"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="confirm-error"
        aria-invalid=${error ? 'true' : nothing}
      >
      <p class="error" id="confirm-error">${error}</p>
      <label class="check"><input type="checkbox" name="even"> Erase although a booking is under way</label>
      <button class="danger" aria-disabled=${this.busy !== ''}>Erase this user</button>
    </form>`;
  }

  #show(): void {
    void this.run('Counting…', async () => {
      this.#view = await this.api.show(this.subject);
      return 'Counted.';
    });
  }

  #export(): void {
    void this.run('Exporting…', async () => {
      const data = await this.api.exportCustomer(this.subject);
      const address = URL.createObjectURL(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      );
      const link = document.createElement('a');
      link.href = address;
      link.download = 'customer-export.json';
      link.click();
      URL.revokeObjectURL(address);
      return 'The export is in your downloads.';
    });
  }

  #erase({ confirm = '', even }: Record<string, string>): void {
    this.#confirmError = confirm === this.subject ? '' : 'This is not the id of the user.';
    this.requestUpdate();
    if (this.#confirmError) {
      this.querySelector<HTMLElement>('#confirm')?.focus();
      return;
    }
    void this.run('Erasing…', async () => {
      this.#view = await this.api.erase(this.subject, confirm, even !== undefined);
      if (!this.#view.erased) return 'Nothing was erased: a booking is under way.';
      this.dispatchEvent(new CustomEvent('user-erased', { detail: this.#view, bubbles: true }));
      return '';
    });
  }
}

customElements.define('customer-data', CustomerData);
