/** `<fault-list>` and `<fault-form>`: the scripted faults, and a new one. */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ListedFault } from '../../control/faults.ts';
import { call, change, fieldsOf } from './control.ts';
import { LiveList, type Row } from './live-list.ts';

type EffectKind = ListedFault['effect']['kind'];

class FaultList extends LiveList<ListedFault> {
  protected readonly noun = 'faults';
  protected readonly emptyText = 'None. Requests get their normal response.';

  protected keyOf({ id }: ListedFault): string {
    return id;
  }

  protected textOf({ method, path, effect }: ListedFault): string {
    return `${method} ${path} ${inWords(effect)}`;
  }

  protected row({ id, method, path, times, skip, effect, remaining }: ListedFault): Row {
    const after = skip > 0 ? ` · after ${skip}` : '';
    return {
      ...(remaining === 0 ? { mark: 'spent' } : {}),
      content: html`<span>
          <code>${method} ${path}</code>
          <small>${inWords(effect)} · ${remaining} of ${times} left${after}</small>
        </span>
        <button
          type="button"
          aria-label="Remove the fault on ${method} ${path}"
          @click=${() => void change('Fault removed.', 'DELETE', `/faults/${id}`)}
        >Remove</button>`,
    };
  }
}

function inWords({ kind, ...more }: ListedFault['effect']): string {
  return [kind, ...Object.values(more).map((value) => JSON.stringify(value))].join(' ');
}

const effects: Record<EffectKind, { label: string; field?: { name: string; label: string; value: number } }> =
  {
    status: { label: 'Respond with a status', field: { name: 'status', label: 'Status', value: 503 } },
    in_progress: {
      label: 'Respond “in progress”',
      field: { name: 'retry_after_seconds', label: 'Retry after, seconds', value: 1 },
    },
    drop_before: { label: 'Cut the connection before the effect' },
    drop_after: { label: 'Cut the connection after the effect' },
    delay: { label: 'Respond late', field: { name: 'ms', label: 'Delay, ms', value: 3000 } },
    malformed: { label: 'Respond with invalid JSON' },
  };
const kinds = Object.keys(effects) as EffectKind[];
const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

class FaultForm extends LitElement {
  #kind: EffectKind = 'status';
  #paths: readonly string[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#readPaths();
  }

  /** The routes of `/v1` as suggestions; the form works without them. */
  async #readPaths(): Promise<void> {
    const { paths } = await call<{ paths: object }>('GET', '/openapi.json').catch(() => ({ paths: {} }));
    this.#paths = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '*'));
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`<form class="fields" aria-label="New fault" @submit=${(event: SubmitEvent) => this.#add(event)}>
      <h3>New fault</h3>
      <label>Method<select name="method">${methods.map((method) => html`<option>${method}</option>`)}</select></label>
      <label class="wide">Path<input name="path" list="paths" required pattern="/.*" placeholder="/v1/orders"></label>
      <datalist id="paths">${this.#paths.map((path) => html`<option value=${path}></option>`)}</datalist>
      <label class="wide">Effect<select
        name="kind"
        @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) => {
          this.#kind = kinds.find((kind) => kind === currentTarget.value) ?? 'status';
          this.requestUpdate();
        }}
      >${kinds.map((kind) => html`<option value=${kind}>${effects[kind].label}</option>`)}</select></label>
      ${this.#effectField()} ${number('Times', 'times', 1, 1)} ${number('Requests to let pass first', 'skip', 0, 0)}
      <button>Add fault</button>
    </form>`;
  }

  #effectField(): TemplateResult | typeof nothing {
    const { field } = effects[this.#kind];
    return field === undefined ? nothing : number(field.label, field.name, field.value, 0);
  }

  #add(event: SubmitEvent): void {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const { method, path, times, skip, ...fields } = fieldsOf(event.currentTarget);
    const { field } = effects[this.#kind];
    void change('Fault added.', 'POST', '/faults', {
      method,
      path,
      times: Number(times),
      skip: Number(skip),
      effect: { kind: this.#kind, ...(field && { [field.name]: Number(fields[field.name]) }) },
    });
  }
}

function number(label: string, name: string, value: number, min: number): TemplateResult {
  return html`<label>${label}<input name=${name} type="number" min=${min} required .value=${String(value)}></label>`;
}

customElements.define('fault-list', FaultList);
customElements.define('fault-form', FaultForm);
