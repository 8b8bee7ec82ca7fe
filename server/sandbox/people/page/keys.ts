/** `<key-list>` and the form for a new key: values to copy, configuration to change. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ListedKey } from '../../control/keys.ts';
import { announce, change, fieldsOf } from './control.ts';
import { LiveList, type Row } from './live-list.ts';
import { line, sentence } from './words.ts';

type Submit = SubmitEvent & { currentTarget: HTMLFormElement };

const modes = {
  customer_consent_mode: ['service_consent_api', 'api_partner_pdf'],
  physician_order_mode: ['service_service', 'structured_api', 'api_partner_pdf'],
};
const choices = { ...modes, status: ['active', 'inactive'] };
const lists = {
  scopes: 'Scopes',
  allowed_hosts: 'Allowed hosts',
  embed_origins: 'Origins that can frame the hosted page',
} as const;
const listNames = Object.keys(lists) as (keyof typeof lists)[];

class KeyList extends LiveList<ListedKey> {
  protected readonly noun = 'keys';
  protected readonly emptyText = 'None.';
  protected override readonly listClass = 'cards';
  protected override readonly pageSize = 8;

  protected keyOf({ prefix }: ListedKey): string {
    return prefix;
  }

  protected textOf({ prefix, flow, status, customer_consent_mode, physician_order_mode }: ListedKey): string {
    return line(prefix, flow, status, customer_consent_mode, physician_order_mode);
  }

  protected row(key: ListedKey): Row {
    const { prefix, flow, status, customer_consent_mode, physician_order_mode } = key;
    return {
      name: `Key ${prefix}`,
      content: html`<div class="head">
          <h3><code>${prefix}</code></h3>
          <span class="chip">${flow === 'co_branded' ? 'Co-branded' : 'Full API'}</span>
          ${status === 'inactive' ? html`<span class="chip canceled">Inactive</span>` : nothing}
          <button type="button" aria-label="Copy key ${prefix}" @click=${() => void copy(key.api_key)}>Copy key</button>
        </div>
        <p class="quiet">Consent <code>${customer_consent_mode}</code>, physician <code>${physician_order_mode}</code></p>
        <details><summary>Configure</summary>${configuration(key)}</details>`,
    };
  }
}

function configuration(key: ListedKey): TemplateResult {
  const save = (event: Submit) => {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget);
    const entries = listNames.map((name) => [name, (fields[name] ?? '').split(/[\s,]+/).filter(Boolean)]);
    void change('Saved. It applies to what begins from now on.', 'PATCH', `/keys/${key.prefix}`, {
      ...fields,
      ...Object.fromEntries(entries),
    });
  };
  return html`<form class="fields" @submit=${save}>
    ${Object.entries(choices).map(([name, values]) =>
      choice(sentence(name), name, values, String(key[name as keyof typeof choices])),
    )}
    ${listNames.map(
      (name) =>
        html`<label class="wide">${lists[name]}<input name=${name} .value=${key[name].join(' ')}></label>`,
    )}
    <button>Save</button>
  </form>`;
}

function choice(label: string, name: string, values: readonly string[], selected?: string): TemplateResult {
  return html`<label>${label}<select name=${name}>
    ${values.map((value) => html`<option .selected=${value === (selected ?? values[0])}>${value}</option>`)}
  </select></label>`;
}

/** Draws the form that creates a key. */
export function newKeyForm(): TemplateResult {
  const create = (event: Submit) => {
    event.preventDefault();
    void change('Key created.', 'POST', '/keys', fieldsOf(event.currentTarget));
  };
  return html`<form class="fields" aria-label="New key" @submit=${create}>
    <h3>New key</h3>
    ${choice('Flow', 'flow', ['full_api', 'co_branded'])}
    ${choice('Customer consent', 'customer_consent_mode', modes.customer_consent_mode)}
    ${choice('Physician order', 'physician_order_mode', modes.physician_order_mode)}
    <button>Create key</button>
  </form>`;
}

/** Shows the key if the browser does not let the page use the clipboard. */
async function copy(apiKey: string): Promise<void> {
  await navigator.clipboard.writeText(apiKey).then(
    () => announce('Copied.'),
    () => announce(apiKey),
  );
}

customElements.define('key-list', KeyList);
