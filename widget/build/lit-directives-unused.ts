/** The parts of Lit's decorators and directives that no element uses. `lit-unused.ts` has those of Lit itself. */
import type { Cut } from './lit-unused.ts';

const property = /\/reactive-element\/decorators\/property\.js$/;
const state = /\/reactive-element\/decorators\/state\.js$/;
const live = /\/lit-html\/directives\/live\.js$/;
const guard = /\/lit-html\/directives\/guard\.js$/;
const directive = /\/lit-html\/directive\.js$/;
const directiveHelpers = /\/lit-html\/directive-helpers\.js$/;

/** What a source must not use, because the cuts below drop it. */
export const unsupportedUses: { feature: string; use: RegExp }[] = [
  { feature: '`live` on something else than a property', use: /(?<!\.\w+=\$\{)\blive\(/ },
  { feature: '`guard` on one value', use: /\bguard\((?!\[)/ },
  { feature: 'a decorated accessor', use: /@state\(\)[^;=]*?\b[gs]et \w+\(/ },
];

/** Standard decorators, and those of accessors. */
const decorators: Cut[] = [
  { file: property, from: 'const o={attribute:!0', to: 'function n(t)' },
  {
    file: property,
    from: '"object"==typeof o?r(t,e,o)',
    to: 'export{',
    put: '{e.constructor.createProperty(o,t)}}',
  },
  { file: property, from: ',r as standardProperty' },
  { file: state, from: '{...r,state:!0,attribute:!1}', put: '{state:!0}' },
];

/** The checks of how a source uses `live`, `live` on attributes, and `guard` on one value. */
const uses: Cut[] = [
  { file: live, from: 'constructor(r){', to: 'render(r){return r}' },
  {
    file: live,
    from: 'const o=i.element,l=i.name;',
    to: 'return s(i),t',
    put: 'if(t===i.element[i.name])return r;',
  },
  { file: guard, from: 'if(Array.isArray(s)){if(', put: 'if(' },
  { file: guard, from: '}else if(this.ot===s)return r;', put: ';' },
  { file: guard, from: 'Array.isArray(s)?Array.from(s):s', put: 's' },
];

/** What follows whether a part is connected, and the names of the kinds of parts. */
const parts: Cut[] = [
  { file: directive, from: 'get _$AU(){return this._$AM._$AU}' },
  { file: directiveHelpers, from: 'const{I:t}=o,i=o=>o', put: 'const i=o=>o,t=i' },
];

/** All cuts, in the order in which they apply. */
export const directiveCuts: Cut[] = [...decorators, ...uses, ...parts];
