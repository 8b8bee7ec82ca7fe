/** The build drops parts of Lit. A source that uses one of them fails the build. */
import { describe, expect, it } from 'vitest';
import { unsupportedFeature } from '../../widget/build/lit.ts';

describe('a source that uses what the build drops from Lit', () => {
  it.each([
    ['static properties = { open: { type: Boolean, reflect: true } };', /^an option of a property/],
    ['static properties = { tests: { type: Array } };', /^an attribute with JSON$/],
    ['@property() accessor name = "";', /^a standard decorator$/],
    ['host.removeController(this);', /^an initializer or removal of a controller$/],
    ["import { repeat } from 'lit/directives/repeat.js';", /^a directive other than guard and live$/],
    ["import { directive } from 'lit/directive.js';", /^a directive other than guard and live$/],
    ['override firstUpdated() {}', /^a decision about when an element updates$/],
    ['<input value=$' + '{live(text)} />', /^`live` on something else than a property$/],
    ['$' + '{guard(text, () => draw(text))}', /^`guard` on one value$/],
    ['@state() private set text(text) {}', /^a decorated accessor$/],
    ['static override shadowRootOptions = {};', /^a member that the build renames$/],
    ['mathml`<mi>x</mi>`', /^MathML$/],
    ['<p @click=$' + '{{ handleEvent() {} }}></p>', /^an object as a listener$/],
    ['html`<!-- note --><p></p>`', /^a comment in a template$/],
    ['<textarea @input=$' + '{(e) => edit(e)}>$' + '{text}</textarea>', /^an expression in the text/],
  ])('is refused: %s', (code, feature) => {
    expect(unsupportedFeature(code)).toMatch(feature);
  });

  it.each([
    'static properties = { busy: { type: Boolean }, view: { attribute: false } };',
    "import { live } from 'lit/directives/live.js';",
    '<input .value=$' + '{live(text)} /><p>$' + '{guard([text], () => draw(text))}</p>',
    '@state() private text = ""; get other() {}',
    '<textarea .value=$' + '{text} @input=$' + '{(e) => edit(e)}></textarea><p>$' + '{text}</p>',
  ])('differs from one that the build takes: %s', (code) => {
    expect(unsupportedFeature(code)).toBeUndefined();
  });
});
