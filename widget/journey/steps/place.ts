/** Which test, and where: search near a ZIP code or the customer's own position, then choose a place (DISC-08..DISC-23). */
import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { PlaceShows, PlaceView } from '../../../server/contract/journey-api.ts';
import type { TestType } from '../../../server/contract/upstream-api/test-types.ts';
import { define } from '../../ui/define.ts';
import { errorLine, field } from '../../ui/field.ts';
import { icon } from '../../ui/icon.ts';
import { skeleton, skeletonStyles } from '../../ui/skeleton.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { FormStep } from './form-step.ts';
import { type BookableTest, placeCard, placeCardStyles } from './place-card.ts';
import { placeStyles } from './place-styles.ts';
import { position } from './position.ts';
import { testName, testWords } from './test-names.ts';
import { textOf } from './typed.ts';

type Near = { zip: string } | { lat: number; lng: number };

/** @slot map - A partner's own map of the places. */
export class PlaceStep extends FormStep<PlaceShows> {
  static override styles = [...FormStep.styles, skeletonStyles, placeCardStyles, placeStyles];

  @state() private test: TestType | undefined;
  @state() private zip = '';
  /** The cards stand open until there is something to look at. */
  @state() private picking = true;
  @state() private locating = false;
  @state() private choosing: string | null = null;
  @state() private asked: 'search' | 'page' | null = null;

  protected override enter(): void {
    const { search, test_types: offered, results } = this.shows;
    const typed = textOf(this.draft, 'test_type');
    this.test = offered.find((type) => type === typed) ?? search?.test_types[0] ?? only(offered);
    this.zip = textOf(this.draft, 'zip') || (search?.zip ?? '');
    this.picking = results === null || this.test === undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.notice?.code === 'zip_unknown' && changed.has('notice')) {
      this.errors = new Map([['zip', 'We do not know this ZIP code. Check it, or use your location.']]);
    }
    if (changed.has('shows') && this.hasUpdated && this.shows.results !== null) this.picking = false;
    if (changed.has('busy') && !this.busy) this.choosing = null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (!changed.has('busy') || this.busy || this.asked === null) return;
    this.asked = null;
    this.renderRoot.querySelector<HTMLElement>('#results')?.focus();
  }

  protected override names() {
    return ['test_type', 'zip'];
  }

  protected override check(name: string): string | null {
    if (name === 'test_type') return this.test === undefined ? 'Choose a test.' : null;
    if (this.zip.trim() === '') return 'Enter a ZIP code, or use your location.';
    return /^\d{5}(-\d{4})?$/.test(this.zip.trim()) ? null : 'A ZIP code has five digits, like 60601.';
  }

  protected override body() {
    this.asked = 'search';
    return this.searching({ zip: this.zip.trim().slice(0, 5) });
  }

  protected override typed() {
    return { ...(this.test === undefined ? {} : { test_type: this.test }), zip: this.zip };
  }

  private searching(near: Near, page?: number) {
    const types = this.test === undefined ? [] : [this.test];
    return { search: { test_types: types, near, ...(page === undefined ? {} : { page }) } };
  }

  private async searchHere(): Promise<void> {
    if (this.busy || this.locating) return;
    const wrong = this.check('test_type');
    this.errors = new Map(wrong === null ? [] : [['test_type', wrong]]);
    if (wrong !== null) return;
    this.locating = true;
    const here = await position();
    this.locating = false;
    if (typeof here === 'string') this.errors = new Map([['zip', here]]);
    else {
      this.asked = 'search';
      this.answer(this.searching(here));
    }
  }

  private turn(page: number): void {
    const search = this.shows.search;
    if (search === null) return;
    const { zip, lat, lng } = search;
    const near = zip !== null ? { zip } : lat !== null && lng !== null ? { lat, lng } : null;
    if (near === null) return;
    this.asked = 'page';
    this.answer({ search: { test_types: search.test_types, near, page } });
  }

  private choose(test: BookableTest): void {
    if (this.busy) return;
    this.choosing = test.offering_id;
    this.answer({ choose: { catalog_id: test.catalog_id, offering_id: test.offering_id } });
  }

  protected override render() {
    return html`<div class="groups">
      <div>
        <h2 tabindex="-1">Which test, and where?</h2>
        <p class="lead">Choose a test, then find a place that offers it.</p>
      </div>
      <form class="groups" novalidate @submit=${this.submit}>
        ${this.renderErrors()} ${this.picking ? this.renderTests() : this.renderTest()} ${this.renderNear()}
      </form>
      ${this.renderResults()}
    </div>`;
  }

  private renderTests() {
    const error = this.errors.get('test_type');
    return html`<fieldset role="radiogroup" aria-required="true" aria-describedby=${error ? 'test_type-error' : nothing}>
      <legend class="legend">Test</legend>
      <div class="tests">
        ${this.shows.test_types.map((type, index) => {
          const words = testWords[type];
          return html`<label class="choice"
            ><input
              type="radio"
              name="test_type"
              id=${index === 0 ? 'test_type' : `test_type-${type}`}
              aria-label=${words.name}
              aria-describedby="about-${type}"
              .checked=${this.test === type}
              @change=${() => {
                this.test = type;
                this.chosen('test_type');
              }}
            /><span
              ><span class="name">${words.name}</span
              ><span id="about-${type}"
                ><span class="about">${words.measures}</span
                ><span class="about takes">${icon('clock')}${words.takes}</span></span
              ></span
            ></label
          >`;
        })}
      </div>
      ${errorLine('test_type', error)}
    </fieldset>`;
  }

  private renderTest() {
    return html`<div class="picked panel">
      <p><span class="quiet">Test</span><br /><strong>${this.test === undefined ? '' : testName(this.test)}</strong></p>
      ${
        this.shows.test_types.length < 2
          ? nothing
          : html`<button class="tertiary" type="button" @click=${this.pick}>
              Change<span class="visually-hidden"> the test</span>
            </button>`
      }
    </div>`;
  }

  private async pick(): Promise<void> {
    this.picking = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('input[type=radio]:checked')?.focus();
  }

  private renderNear() {
    const searching = this.busy && this.asked === 'search';
    return html`<div class="near">
      ${field({
        name: 'zip',
        label: 'ZIP code',
        hint: 'Where you would like to be tested',
        value: this.zip,
        error: this.errors.get('zip'),
        inputMode: 'numeric',
        autocomplete: 'postal-code',
        maxLength: 10,
        edit: (zip) => {
          this.zip = zip;
          this.edited('zip');
        },
        leave: () => this.leave('zip'),
      })}
      <div class="actions">
        ${submitButton('Find places', searching, 'Searching')}
        <button type="button" aria-disabled=${this.busy} aria-busy=${this.locating} @click=${this.searchHere}>
          ${icon('locate')}<span class="swap"
            ><span class="ready">Use my location</span
            ><span class="waiting"><span class="spinner"></span>Locating</span></span
          >
        </button>
      </div>
    </div>`;
  }

  private renderResults() {
    const { results } = this.shows;
    if (this.busy && this.asked === 'search')
      return skeleton('Searching for places', ['card', 'card', 'card']);
    if (results === null) return nothing;
    const { within_radius: within, nearest, alternates, total } = results;
    const none = within.length + nearest.length + alternates.length === 0;
    return html`<section class="groups" aria-labelledby="results">
      <div>
        <h3 id="results" tabindex="-1">${within.length > 0 ? countWords(total) : 'Nothing near you for this test'}</h3>
        <p class="quiet">
          ${
            none
              ? 'Try another ZIP code, or another test.'
              : 'Prices are in the currency of each place. You see the full price before you decide.'
          }
        </p>
      </div>
      <slot name="map"></slot>
      ${this.renderPlaces(within)} ${this.renderPages()}
      ${this.renderPlaces(nearest, 'The nearest places', 'They are further than we usually search.')}
      ${this.renderPlaces(
        alternates,
        'A different test, closer to you',
        'These places offer a different test from the one you chose.',
        true,
      )}
    </section>`;
  }

  private renderPlaces(places: readonly PlaceView[], title?: string, words?: string, different = false) {
    if (places.length === 0) return nothing;
    const cards = places.map((place) =>
      placeCard({ place, different, choosing: this.choosing, choose: (test) => this.choose(test) }),
    );
    return html`<div class="stack">
      ${title === undefined ? nothing : html`<div><h3>${title}</h3><p class="quiet">${words}</p></div>`}
      <ul class="stack">${cards}</ul>
    </div>`;
  }

  /** Pages are of the places within the radius and of nothing else (DISC-17). */
  private renderPages() {
    const { results } = this.shows;
    if (results === null || results.within_radius.length === 0 || results.total_pages < 2) return nothing;
    const { page, total_pages: pages } = results;
    const turn = (words: string, to: number) =>
      to < 1 || to > pages
        ? html`<span></span>`
        : html`<button type="button" aria-disabled=${this.busy} @click=${() => this.turn(to)}>${words}</button>`;
    return html`<nav class="pages" aria-label="Pages of places">
      ${turn('Previous', page - 1)}
      <p class="quiet figures">Page ${page} of ${pages}</p>
      ${turn('Next', page + 1)}
    </nav>`;
  }
}

const only = (types: readonly TestType[]) => (types.length === 1 ? types[0] : undefined);
const countWords = (total: number) => (total === 1 ? '1 place near you' : `${total} places near you`);

define('dx-place-step', PlaceStep);
