/**
 * Shows results: each value with its name, number and unit, a bar if the service sent a range, all values as a table,
 * and a CSV file. It adds no judgement of its own (RES-05, T94).
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ResultsView } from '../../server/contract/appointments-api.ts';
import { controls } from '../ui/controls.ts';
import { define } from '../ui/define.ts';
import { download } from '../ui/download.ts';
import { tokens } from '../ui/tokens.ts';
import { plainName, plainPairs } from './plain.ts';
import { placeOnBar, type Reading, type Sheet, sheetsOf } from './readings.ts';
import { pairsStyles, resultsStyles } from './results-styles.ts';
import { csvOf } from './results-table.ts';

/** The panel of results; `results` takes them as the service sent them. */
export class AppointmentResults extends LitElement {
  static override styles = [tokens, ...controls, pairsStyles, resultsStyles];

  static override properties = { results: { attribute: false } };

  /** The results as the service sent them. */
  results: ResultsView['results'] = {};

  #save(): void {
    const text = csvOf(sheetsOf(this.results));
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'results.csv');
  }

  protected override render() {
    const sheets = sheetsOf(this.results);
    if (sheets.length === 0) return html`<p>The service sent no results yet.</p>`;
    return html`<div class="sheets">
      ${sheets.map((sheet) => this.#renderSheet(sheet))}
      ${this.#renderTable(sheets)}
      <div><button type="button" @click=${this.#save}>Save as a table (CSV)</button></div>
    </div>`;
  }

  #renderSheet({ title, readings, rest }: Sheet) {
    return html`<section>
      ${title === null ? nothing : html`<h4>${title}</h4>`}
      ${readings.length === 0 ? nothing : html`<dl class="readings">${readings.map((reading) => this.#renderReading(reading))}</dl>`}
      ${rest.length === 0 ? nothing : plainPairs(rest)}
    </section>`;
  }

  #renderReading(reading: Reading) {
    const { name, value, unit } = reading;
    return html`<div class="reading">
      <dt>${plainName(name)}</dt>
      <dd>
        <strong class="figures">${value}</strong>${unit === null ? nothing : html` <span class="unit">${unit}</span>`}
        ${this.#renderBar(reading)}
      </dd>
    </div>`;
  }

  /** The bar repeats the words below it, so it is hidden from assistive technology. */
  #renderBar(reading: Reading): TemplateResult | typeof nothing {
    const words = rangeWords(reading);
    if (words === null) return nothing;
    const place = placeOnBar(reading);
    const bar =
      place &&
      html`<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" x="0" y="4" width="100" height="4" rx="2"></rect>
        <rect class="range" x=${place.from} y="4" width=${place.to - place.from} height="4"></rect>
        <rect class="value" x=${Math.min(99, Math.max(0, place.at - 0.5))} y="0" width="1" height="12"></rect>
      </svg>`;
    return html`${bar ?? nothing}<span class="quiet figures">${words}</span>`;
  }

  #renderTable(sheets: readonly Sheet[]) {
    const readings = sheets.flatMap((sheet) => sheet.readings);
    if (readings.length === 0) return nothing;
    return html`<details>
      <summary>As a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Results as a table">
        <table>
          <thead>
            <tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Unit</th><th scope="col">Range</th></tr>
          </thead>
          <tbody>
            ${readings.map(
              (reading) =>
                html`<tr>
                  <th scope="row">${plainName(reading.name)}</th>
                  <td class="figures">${reading.value}</td>
                  <td>${reading.unit ?? ''}</td>
                  <td class="figures">${rangeWords(reading)?.replace('Range: ', '') ?? ''}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}

function rangeWords({ range }: Reading): string | null {
  if (range === null) return null;
  if (range.low === null) return `Range: up to ${range.high}`;
  return range.high === null ? `Range: from ${range.low}` : `Range: ${range.low} to ${range.high}`;
}

define('dx-appointment-results', AppointmentResults);
declare global {
  interface HTMLElementTagNameMap {
    'dx-appointment-results': AppointmentResults;
  }
}
