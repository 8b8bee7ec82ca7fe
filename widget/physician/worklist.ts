/** The orders that wait for the clinician, the most urgent first. */
import { html, nothing, type TemplateResult } from 'lit';
import type { WorklistView } from '../../server/contract/physician-api.ts';
import { RemoteView } from '../core/remote-view.ts';
import type { Json } from '../session/reply.ts';
import { requestJson } from '../session/request.ts';
import { physician as say } from '../texts/english.ts';
import { orderNames, patientLine } from './patient-strip.ts';

const timeoutMs = 20_000;

const isWorklist = (body: Json | null): body is Json & WorklistView => Array.isArray(body?.orders);

/** The model of the worklist. */
export class WorklistClient extends RemoteView<WorklistView> {
  load = (): Promise<void> => this.act(() => this.read());

  protected override read(): Promise<WorklistView> {
    return requestJson(this.session, isWorklist, {
      method: 'GET',
      path: '/physician/appointments',
      timeoutMs,
    });
  }

  protected override pollAfterMs(): null {
    return null;
  }
}

function order(about: WorklistView['orders'][number], open: (id: string) => void): TemplateResult {
  const { name, test } = orderNames(about);
  return html`<li>
    ${patientLine(
      about,
      html`<button type="button" @click=${() => open(about.appointment_id)}>
        <span aria-hidden="true">${say('openOrder')}</span>
        <span class="visually-hidden">${say('openOrder')}: ${name}, ${test}</span>
      </button>`,
    )}
  </li>`;
}

/** Draws the list. @param open shows the order of an appointment */
export function worklist({ orders, more }: WorklistView, open: (id: string) => void): TemplateResult {
  const isEmpty = orders.length === 0;
  return html`<div>
      <h2 tabindex="-1">${say('worklistHeading')}</h2>
      <p class="lead">${isEmpty ? say('worklistEmpty') : say('worklistLead')}</p>
    </div>
    ${isEmpty ? nothing : html`<ul class="worklist">${orders.map((about) => order(about, open))}</ul>`}
    ${more ? html`<p class="quiet">${say('worklistMore', { count: orders.length })}</p>` : nothing}`;
}
