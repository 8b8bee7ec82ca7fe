/**
 * The choice of a test, then of a place near a ZIP code or the customer's position (DISC-08..DISC-23): two screens of
 * one step.
 */
import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { PlaceShows } from '../../../server/contract/journey-api/views.ts';
import type { TestType } from '../../../server/contract/upstream-api/test-types.ts';
import { testCards } from '../../locales/en/test-cards.ts';
import type { BatchedList } from '../../ui/batched-list.ts';
import { define } from '../../ui/define.ts';
import { field } from '../../ui/field.ts';
import { icon } from '../../ui/icon.ts';
import { skeleton, skeletonStyles } from '../../ui/skeleton.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { testName } from '../../ui/test-names.ts';
import { afterSearch } from '../load-step.ts';
import { FormStep } from './form-step.ts';
import type { BookableTest } from './place-card.ts';
import { placeCardStyles, placeStyles } from './place-styles.ts';
import { position } from './position.ts';
import { textOf } from './typed.ts';

type Near = { zip: string } | { lat: number; lng: number };

/** @slot map - A partner's own map of the places. */
export class PlaceStep extends FormStep<PlaceShows> {
  static override styles = [...FormStep.styles, skeletonStyles, placeCardStyles, placeStyles];
  static override properties: PropertyDeclarations = {
    test: { state: true },
    zip: { state: true },
    picking: { state: true },
    locating: { state: true },
    choosing: { state: true },
    closed: { state: true },
  };

  /** The ZIP code that the page proposes. */
  near = '';

  private test: TestType | undefined;
  private zip = '';
  private picking = true;
  private locating = false;
  /** The offering whose answer is under way. */
  private choosing: string | null = null;
  /** Set one frame after `choosing`, so that the pressed button is drawn before a thousand others are disabled. */
  private closed = false;
  #searching = false;
  #batches: BatchedList | undefined;

  protected override enter(): void {
    const { search, test_types: offered } = this.shows;
    const typed = textOf(this.draft, 'test_type');
    const only = offered.length === 1 ? offered[0] : undefined;
    this.test = offered.find((type) => type === typed) ?? search?.test_types[0] ?? only;
    this.zip = textOf(this.draft, 'zip') || (search?.zip ?? this.near);
    this.picking = this.test === undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('notice') && this.notice?.code === 'zip_unknown') {
      this.errors = new Map([['zip', 'We do not know this ZIP code. Check it, or use your location.']]);
    }
    if (changed.has('busy') && !this.busy) {
      this.choosing = null;
      this.closed = false;
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (!changed.has('busy') || this.busy || !this.#searching) return;
    this.#searching = false;
    const id = this.errors.has('zip') ? '#zip' : '#results';
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(id)?.focus());
  }

  protected override names() {
    return ['zip'];
  }

  protected override check(): string | null {
    if (this.zip.trim() === '') return 'Enter a ZIP code, or use your location.';
    return /^\d{5}(-\d{4})?$/.test(this.zip.trim()) ? null : 'A ZIP code has five digits, like 60601.';
  }

  protected override body() {
    return this.#near({ zip: this.zip.trim().slice(0, 5) });
  }

  protected override typed() {
    return { ...(this.test === undefined ? {} : { test_type: this.test }), zip: this.zip };
  }

  #near(near: Near, page?: number) {
    this.#searching = true;
    const types = this.test === undefined ? [] : [this.test];
    return { search: { test_types: types, near, ...(page === undefined ? {} : { page }) } };
  }

  async #pick(test: TestType): Promise<void> {
    this.test = test;
    this.picking = false;
    this.edited('test_type');
    await this.focusHeading();
  }

  async #pickAnew(): Promise<void> {
    this.picking = true;
    await this.focusHeading();
  }

  async #searchHere(): Promise<void> {
    if (this.busy || this.locating) return;
    this.locating = true;
    const here = await position();
    this.locating = false;
    if (typeof here !== 'string') {
      this.answer(this.#near(here));
      return;
    }
    this.errors = new Map([['zip', here]]);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#zip')?.focus();
  }

  #turn(page: number): void {
    if (this.busy) return;
    const { zip = null, lat = null, lng = null } = this.shows.search ?? {};
    if (zip !== null) this.answer(this.#near({ zip }, page));
    else if (lat !== null && lng !== null) this.answer(this.#near({ lat, lng }, page));
  }

  #choose(test: BookableTest): void {
    if (this.busy) return;
    this.choosing = test.offering_id;
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.closed = this.choosing !== null;
      }),
    );
    this.answer({
      choose: { catalog_id: test.catalog_id, offering_id: test.offering_id },
    });
  }

  protected override render() {
    return this.picking ? this.#renderTests() : this.#renderSearch();
  }

  #renderTests() {
    return html`<div class="groups">
      <h2 tabindex="-1">Which test would you like?</h2>
      <ul class="tests">
        ${this.shows.test_types.map((type) => {
          return html`<li>
            <button type="button" aria-current=${type === this.test ? 'true' : nothing} @click=${() => this.#pick(type)}>
              <span class="name">${testName(type)}</span>
              <span class="about">${testCards(type)}</span>
              <span class="about takes">${icon('clock')}${testCards(`${type}_takes`)}</span>
              ${icon('forward')}
            </button>
          </li>`;
        })}
      </ul>
    </div>`;
  }

  #renderSearch() {
    const { results, search } = this.shows;
    const stale = search !== null && this.test !== undefined && !search.test_types.includes(this.test);
    return html`<div class="groups">
      <h2 tabindex="-1">Where would you like to be tested?</h2>
      <form class="groups" novalidate @submit=${this.submit}>
        ${this.renderErrors()} ${this.#renderTest()} ${this.#renderNear()}
      </form>
      ${
        this.#searching && this.busy
          ? skeleton('Searching for places', ['card', 'card', 'card'])
          : results === null || stale
            ? nothing
            : this.#renderResults(results)
      }
    </div>`;
  }

  #renderResults(results: NonNullable<PlaceShows['results']>) {
    const module = afterSearch();
    if (module === undefined) return nothing;
    this.#batches ??= new module.BatchedList(this);
    return module.placeResults({
      results,
      busy: this.busy,
      choosing: this.choosing,
      closed: this.closed,
      choose: (test) => this.#choose(test),
      turn: (page) => this.#turn(page),
      batches: this.#batches,
    });
  }

  #renderTest() {
    return html`<div class="picked panel">
      <div>
        <p class="quiet">Test</p>
        <p><strong>${this.test === undefined ? '' : testName(this.test)}</strong></p>
      </div>
      ${
        this.shows.test_types.length < 2
          ? nothing
          : html`<button class="tertiary" type="button" @click=${this.#pickAnew}>
              Change<span class="visually-hidden"> the test</span>
            </button>`
      }
    </div>`;
  }

  #renderNear() {
    return html`<div class="near">
      ${field({
        name: 'zip',
        label: 'ZIP code',
        hint: 'Near your home, your work or wherever suits you',
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
        ${submitButton('Find places', this.busy && this.#searching, 'Searching')}
        <button type="button" aria-disabled=${this.busy} aria-busy=${this.locating} @click=${this.#searchHere}>
          ${icon('locate')}<span class="swap"
            ><span class="ready">Use my location</span
            ><span class="waiting"><span class="spinner"></span>Locating</span></span
          >
        </button>
      </div>
    </div>`;
  }
}

define('dx-place-step', PlaceStep);
