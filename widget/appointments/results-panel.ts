/**
 * Shows results: each value with its name, number and unit, the service's sentence and range if it sent them, all
 * values as a table, a printed document and a CSV file. It adds no judgement of its own (RES-05, T94).
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { Reading, ResultSheet, ResultsView } from '../../server/contract/appointments-api.ts';
import { results as say } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { controls } from '../ui/controls.ts';
import { define } from '../ui/define.ts';
import { download } from '../ui/download.ts';
import { partnerText, serviceText } from '../ui/marked-text.ts';
import { plainName } from '../ui/plain-name.ts';
import { printDocument, printStyles } from '../ui/print.ts';
import { tokens } from '../ui/tokens.ts';
import { type EarlierResults, earlierValues } from './earlier-results.ts';
import { renderPairs } from './json-values.ts';
import { pairsStyles, resultsStyles } from './results-styles.ts';
import {
  csvOf,
  isSign,
  pairOf,
  rangeWords,
  signWords,
  titleOf,
  unitWords,
  valueWords,
} from './results-table.ts';

/** The results of one appointment. */
export class AppointmentResults extends BaseElement {
  static override styles = [tokens, ...controls, pairsStyles, resultsStyles];

  static override properties = {
    view: { attribute: false },
    heading: { attribute: false },
    about: { attribute: false },
    earlier: { attribute: false },
  };

  view!: ResultsView;
  /** The heading of the printed document. */
  heading = '';
  /** The lines below it: date and clinic. */
  about: readonly string[] = [];

  /** The results of earlier tests of the same kind, the latest first. */
  earlier: readonly EarlierResults[] = [];

  #printed = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#printed.abort();
  }

  #save(): void {
    const text = csvOf(this.view.sheets);
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'results.csv');
  }

  #print(): void {
    const { heading, about } = this;
    this.#printed.abort();
    this.#printed = new AbortController();
    const content = html`<h1>${heading}</h1>
      ${about.map((line) => html`<p><bdi>${line}</bdi></p>`)}
      <main>${this.#renderSheets()}${this.#renderNotes()}</main>`;
    const styles = [pairsStyles, resultsStyles, printStyles];
    void printDocument({ title: [heading, ...about].join(', '), content, styles }, this.#printed.signal);
  }

  protected override render() {
    const { sheets } = this.view;
    if (sheets.length === 0) return html`<p>${say('none')}</p>`;
    return html`<div class="sheets">
      ${this.#renderSheets()} ${this.#renderNotes()}
      <div class="ways">
        <button type="button" @click=${this.#print}>${say('print')}</button>
        <button type="button" class="tertiary flush" @click=${this.#save}>${say('csv')}</button>
      </div>
      ${renderTable(sheets)}
    </div>`;
  }

  #renderSheets() {
    return this.view.sheets.map((sheet) => renderSheet(sheet, this.earlier));
  }

  #renderNotes() {
    return html`${this.view.has_more ? html`<p>${say('more')}</p>` : nothing}
      <p class="quiet">${say('advice')}</p>`;
  }
}

function renderSheet(sheet: ResultSheet, earlier: readonly EarlierResults[]): TemplateResult {
  const { readings, rest } = sheet;
  const title = titleOf(sheet);
  return html`<section>
    ${title === null ? nothing : html`<h3>${title}</h3>`}
    ${readings.length === 0 ? nothing : html`<dl class="readings">${readings.map((reading) => renderReading(reading, earlier))}</dl>`}
    ${rest.length === 0 ? nothing : renderPairs(rest.map(pairOf))}
  </section>`;
}

function renderReading(reading: Reading, earlier: readonly EarlierResults[]): TemplateResult {
  const { name, value, unit, sentence, words } = reading;
  return html`<div class="reading">
    <dt>${serviceText(plainName(name))}</dt>
    <dd>
      <p class="value figures"><bdi><strong>${valueWords(value)}</strong>${renderUnit(unitWords(unit))}</bdi></p>
      ${renderRange(reading)} ${sentence === null ? nothing : html`<p>${serviceText(sentence)}</p>`}
      ${words === null ? nothing : html`<p>${partnerText(words)}</p>`}
      ${renderEarlier(reading, earlier)}
    </dd>
  </div>`;
}

/** The same value of earlier tests, with its date and the difference. */
function renderEarlier(reading: Reading, earlier: readonly EarlierResults[]) {
  const values = earlierValues(reading, earlier);
  if (values.length === 0) return nothing;
  const unit = unitWords(reading.unit);
  return html`<p class="quiet">${say('earlier')}</p>
    <ul class="earlier">
      ${values.map(
        ({ date, value, difference }) => html`<li class="figures">
          ${date}: <bdi><strong>${value}</strong>${renderUnit(unit)}</bdi>${difference === null ? nothing : html` <span class="quiet">(${difference})</span>`}
        </li>`,
      )}
    </ul>`;
}

function renderUnit(words: string | null) {
  if (words === null) return nothing;
  return isSign(words)
    ? html`<strong>${signWords(words)}</strong>`
    : html` <span class="unit">${words}</span>`;
}

/**
 * @returns the positions of a value (`at`) and its range (`from`, `to`) on a bar with margins around the range, in
 * percent; null when the value is a text, and without both ends of a range
 */
export function placeOnBar({
  value,
  range,
}: Pick<Reading, 'value' | 'range'>): { from: number; to: number; at: number } | null {
  if (typeof value !== 'number' || range === null || range.low === null || range.high === null) return null;
  const margin = (range.high - range.low || Math.abs(range.high) || 1) / 2;
  const start = Math.min(range.low - margin, value);
  const end = Math.max(range.high + margin, value);
  const percent = (at: number) => Math.round(((at - start) / (end - start)) * 1000) / 10;
  return { from: percent(range.low), to: percent(range.high), at: percent(value) };
}

/** The bar repeats the words below it, so it is hidden from assistive technology. */
function renderRange(reading: Reading) {
  const words = rangeWords(reading);
  if (words === null) return nothing;
  const place = placeOnBar(reading);
  const bar =
    place &&
    html`<svg class="bar" width="100%" height="16" aria-hidden="true">
      <rect class="track" x="0" y="5" width="100%" height="6" rx="3"></rect>
      <rect class="range" x="${place.from}%" y="5" width="${place.to - place.from}%" height="6"></rect>
      <circle class="value" cx="${Math.min(98, Math.max(2, place.at))}%" cy="8" r="6"></circle>
    </svg>`;
  return html`${bar ?? nothing}
    <p class="quiet figures">${say('range', { range: words })}</p>`;
}

function renderTable(sheets: readonly ResultSheet[]) {
  const readings = sheets.flatMap((sheet) => sheet.readings);
  if (readings.length === 0) return nothing;
  const hasRange = readings.some((reading) => rangeWords(reading) !== null);
  const columns = [say('columnName'), say('columnValue'), say('columnUnit')];
  if (hasRange) columns.push(say('columnRange'));
  return html`<details>
    <summary>${say('table')}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${say('tableLabel')}>
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${readings.map(
            (reading) =>
              html`<tr>
                <th scope="row">${serviceText(plainName(reading.name))}</th>
                <td class="figures">${valueWords(reading.value)}</td>
                <td>${unitWords(reading.unit) ?? ''}</td>
                ${hasRange ? html`<td class="figures">${rangeWords(reading) ?? ''}</td>` : nothing}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

define('dx-appointment-results', AppointmentResults);
declare global {
  interface HTMLElementTagNameMap {
    'dx-appointment-results': AppointmentResults;
  }
}
