/** `<sandbox-settings>`: every setting, sent when it is changed. */
import { html, LitElement, type TemplateResult } from 'lit';
import type { Settings } from '../../settings.ts';
import { announce, change } from './control.ts';
import { sentence } from './words.ts';

type Changed = Event & { currentTarget: HTMLInputElement };

/** Renders without a shadow root, so that the page's style sheets apply. */
class SandboxSettings extends LitElement {
  static override properties = { settings: { attribute: false } };

  declare settings: Settings;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const settings = Object.entries(this.settings);
    const switches = settings.filter(([, value]) => typeof value === 'boolean');
    const values = settings.filter(([, value]) => typeof value !== 'boolean');
    return html`<ul class="settings">
        ${values.map(([name, value]) => html`<li>${textField(name, value)}</li>`)}
      </ul>
      <ul class="settings">
        ${switches.map(([name, value]) => html`<li>${checkbox(name, value)}</li>`)}
      </ul>`;
  }
}

function checkbox(name: string, value: unknown): TemplateResult {
  const set = async ({ currentTarget }: Changed) => {
    if (!(await send(name, currentTarget.checked))) currentTarget.checked = value === true;
  };
  return html`<label class="box"><input type="checkbox" .checked=${value === true} @change=${set}>${sentence(name)}</label>`;
}

/** The value as JSON. A value that is refused is replaced by the former one. */
function textField(name: string, value: unknown): TemplateResult {
  const text = JSON.stringify(value);
  const set = async ({ currentTarget }: Changed) => {
    const parsed = parse(currentTarget.value);
    if (parsed === undefined) announce(`${name}: ${currentTarget.value} is not JSON.`, true);
    if (parsed === undefined || !(await send(name, parsed))) currentTarget.value = text;
  };
  return html`<label>${sentence(name)}<input spellcheck="false" .value=${text} @change=${set}></label>`;
}

function send(name: string, value: unknown): Promise<boolean> {
  return change('Setting changed.', 'PATCH', '/settings', { [name]: value });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

customElements.define('sandbox-settings', SandboxSettings);
