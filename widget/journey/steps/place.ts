/**
 * The choice of a test, then of a clinic near a ZIP code or the customer's position (DISC-08..DISC-23): two screens of
 * one step.
 */
import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { PlaceShows } from '../../../server/contract/journey-api/views.ts';
import type { TestType } from '../../../server/contract/upstream-api/test-types.ts';
import { place as words } from '../../texts/english.ts';
import { busyLabel } from '../../ui/busy-label.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { Screens } from '../../ui/screens.ts';
import { skeleton, skeletonStyles } from '../../ui/skeleton.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { testName } from '../../ui/test-names.ts';
import { choiceSteps } from '../step-modules.ts';
import { FormStep } from './form-step.ts';
import type { Near, PlaceList } from './place-list.ts';
import { placeStyles } from './place-styles.ts';
import { chosenTest, howItWorks, testChoices } from './place-tests.ts';
import { textOf } from './typed.ts';

const zipOf = (near: Near | undefined): string => (near && 'zip' in near ? near.zip : '');

/** @slot map - A partner's own map of the clinics. */
export class PlaceStep extends FormStep<PlaceShows> {
  static override styles = [...FormStep.styles, skeletonStyles, placeStyles];
  static override properties: PropertyDeclarations = {
    near: { attribute: false },
    test: { state: true },
    zip: { state: true },
    picking: { state: true },
    locating: { state: true },
  };

  /** Where the page proposes to search. */
  near: Near | undefined;

  private test: TestType | undefined;
  private zip = '';
  private picking = true;
  private locating = false;
  readonly #screens = new Screens<'search' | 'tests'>(this);
  /** What has begun the search that is under way. */
  #searching: 'form' | 'test' | null = null;
  /** Null before the first results. */
  #list: PlaceList | null = null;

  protected override enter(): void {
    const { search, known_zip: known } = this.shows;
    this.test = (textOf(this.draft, 'test_type') || search?.test_types[0]) as TestType | undefined;
    this.zip = textOf(this.draft, 'zip') || search?.zip || zipOf(this.near) || known || '';
    this.picking = false;
  }

  /** The shell passes results only after their code has loaded, so this takes no time that the customer sees. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.shows.results !== null) {
      const { PlaceList } = await choiceSteps.load();
      this.#list ??= new PlaceList(this);
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { known_zip: known, test_types: offered } = this.shows;
    // The page may change what it offers.
    if (!offered.includes(this.test as TestType)) {
      this.test = offered.length === 1 ? offered[0] : undefined;
      this.picking = this.test === undefined;
    }
    // The page may show this step before it knows its user.
    if (this.zip === '' && known && changed.get('shows')?.known_zip === null) this.zip = known;
    // The page may propose another one, until the customer types one.
    const isTyped = !['', known, zipOf(changed.get('near'))].includes(this.zip);
    if (this.hasUpdated && changed.has('near') && !isTyped) this.zip = zipOf(this.near);
    if (changed.has('notice') && this.notice?.code === 'zip_unknown') {
      this.form.mark('zip', words('errorZipUnknown'));
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { results } = this.shows;
    if (results !== null && !this.picking) this.#list?.drawn(results, this.view.journey_id);
    if (!changed.has('busy') || this.busy || this.#searching === null) return;
    const isMoved = this.#searching === 'form' || this.errors.has('zip');
    this.#searching = null;
    if (!isMoved) return;
    const id = this.errors.has('zip') ? '#zip' : '#results';
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(id)?.focus());
  }

  protected override names() {
    return ['zip'];
  }

  protected override check(): string | null {
    if (this.zip.trim() === '') return words('errorZipMissing');
    return /^\d{5}(-\d{4})?$/.test(this.zip.trim()) ? null : words('errorZip');
  }

  protected override body() {
    return this.#near(this.#whereTo as Near);
  }

  /** Near the ZIP code in the field, or without one where the page proposes; undefined if that is not known. */
  get #whereTo(): Near | undefined {
    if (this.zip === '') return this.near;
    return this.check() === null ? { zip: this.zip.trim().slice(0, 5) } : undefined;
  }

  protected override typed() {
    return { test_type: this.test, zip: this.zip };
  }

  #near(near: Near, page?: number) {
    this.#searching = 'form';
    const types = this.test === undefined ? [] : [this.test];
    return { search: { test_types: types, near, ...(page === undefined ? {} : { page }) } };
  }

  async #pick(test: TestType): Promise<void> {
    this.test = test;
    this.picking = false;
    this.edited('test_type');
    await this.focusHeading();
    const near = this.#whereTo;
    if (this.busy || near === undefined) return;
    // The focus stays on the heading above the results.
    this.answer(this.#near(near));
    this.#searching = 'test';
  }

  async #pickAnew(): Promise<void> {
    this.picking = true;
    await this.focusHeading();
  }

  async #searchHere(): Promise<void> {
    if (this.busy || this.locating) return;
    this.locating = true;
    // The answer needs the same file.
    const here = await choiceSteps.load().then(
      ({ position }) => position(),
      () => words('errorPosition'),
    );
    this.locating = false;
    if (typeof here !== 'string') {
      this.answer(this.#near(here));
      return;
    }
    this.form.mark('zip', here);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#zip')?.focus();
  }

  protected override render() {
    return html`<div class="beside">
      ${this.#screens.render(this.picking ? 'tests' : 'search', {
        search: () => this.#renderSearch(),
        tests: () => this.#renderTests(),
      })}
      ${howItWorks()}
    </div>`;
  }

  #renderTests() {
    return html`<div class="groups">
      <h2 tabindex="-1">${words('headingTest')}</h2>
      ${testChoices(this.shows.test_types, this.test, (type) => void this.#pick(type))}
    </div>`;
  }

  #renderSearch() {
    return html`<div class="groups search">
      <h2 tabindex="-1">${words('headingWhere')}</h2>
      <form class="groups" method="dialog" novalidate @submit=${this.submit}>
        ${this.form.renderSummary()}
        ${chosenTest(this.test, this.shows.test_types.length < 2 ? null : () => void this.#pickAnew())}
        ${this.#renderNear()}
      </form>
      ${this.#renderResults()}
    </div>`;
  }

  #renderResults() {
    const { results, search } = this.shows;
    if (this.#searching !== null && this.busy) return skeleton(words('searching'), ['card', 'card', 'card']);
    const isStale = search !== null && this.test !== undefined && !search.test_types.includes(this.test);
    if (this.#list === null || results === null || isStale) return nothing;
    return this.#list.render({
      results,
      test: this.test === undefined ? '' : testName(this.test),
      near: search,
      busy: this.busy,
      answer: (answer) => this.answer(answer),
      search: (near, page) => this.answer(this.#near(near, page)),
    });
  }

  #renderNear() {
    return html`<div class="near">
      ${this.textField(
        'zip',
        this.zip,
        (zip) => {
          this.zip = zip;
        },
        { label: words('zip'), hint: words('zipHint'), inputMode: 'numeric', autocomplete: 'postal-code' },
      )}
      <div class="actions">
        ${submitButton(words('find'), this.busy && this.#searching !== null, words('finding'))}
        <button type="button" aria-disabled=${this.busy} aria-busy=${this.locating} @click=${this.#searchHere}>
          ${icon('locate')}${busyLabel(words('here'), words('locating'))}
        </button>
      </div>
    </div>`;
  }
}

define('dx-place-step', PlaceStep);
