/**
 * The parts of Lit that no element uses: 1.5 kB of brotli in each element, a third of Lit. Each cut replaces one piece of
 * Lit's minified files. The build fails if Lit has changed, or if a source uses what is cut.
 */

/** Replaces the text from `from` up to `to`, which stays, by `put`. Without `to`, replaces `from`. */
export interface Cut {
  file: RegExp;
  from: string;
  to?: string;
  put?: string;
}

const cssTag = /\/reactive-element\/css-tag\.js$/;
const reactiveElement = /\/reactive-element\/reactive-element\.js$/;
const litElement = /\/lit-element\/lit-element\.js$/;
const litHtml = /\/lit-html\/lit-html\.js$/;

/** Members that only Lit itself uses get short names. No minifier can know that. */
export const internal = [
  'elementStyles',
  'enableUpdating',
  'finalizeStyles',
  'fromAttribute',
  'getPropertyDescriptor',
  'getPropertyOptions',
  'isUpdatePending',
  'performUpdate',
  'renderOptions',
  'shadowRootOptions',
];

/** What a source must not use, because the cuts below drop it. */
export const unsupported: { feature: string; use: RegExp }[] = [
  {
    feature: 'an option of a property other than attribute, type and state',
    use: /\b(?:reflect|useDefault|hasChanged|converter|noAccessor|renderBefore):/,
  },
  { feature: 'an attribute with JSON', use: /\btype: (?:Array|Object)\b/ },
  { feature: 'a standard decorator', use: /\baccessor \w+ ?[=;]/ },
  { feature: 'an initializer', use: /\baddInitializer\(/ },
  { feature: 'removal of a controller', use: /\bremoveController\(/ },
  {
    feature: 'a directive other than guard and live',
    use: /lit\/(?:async-directive|directive|directives\/(?!guard|live)[\w-]+)\.js/,
  },
  {
    feature: 'a decision about when an element updates',
    use: /\b(?:firstUpdated|shouldUpdate|scheduleUpdate|getUpdateComplete)\(/,
  },
  { feature: 'a member that the build renames', use: new RegExp(`\\b(?:${internal.join('|')})\\b`) },
  { feature: 'MathML', use: /\bmathml\b/ },
  { feature: 'an object as a listener', use: /@[\w-]+=\$\{\{/ },
  { feature: 'a comment in a template', use: /<!--/ },
  {
    feature: 'an expression in the text of a style or a textarea',
    use: /<(?:script|style|textarea|title)\b(?:[^>]|=>)*>[^<]*\$\{/,
  },
];

/** Properties: attributes in one direction, as texts, numbers and booleans. */
const properties: Cut[] = [
  {
    file: reactiveElement,
    from: 'u={toAttribute',
    to: 'f=(t,s)=>',
    put: 'u={fromAttribute:(t,s)=>s===Boolean?null!==t:s===Number?null===t?null:Number(t):t},',
  },
  { file: reactiveElement, from: ',c=a.trustedTypes,l=c?c.emptyScript:""' },
  { file: reactiveElement, from: ',converter:u,reflect:!1,useDefault:!1,hasChanged:f' },
  {
    file: reactiveElement,
    from: 'this.prototype.hasOwnProperty(t)&&',
    to: 'this.elementProperties.set(t,s)',
  },
  {
    file: reactiveElement,
    from: ',!s.noAccessor){const i=Symbol()',
    to: 'static getPropertyDescriptor',
    put: ';e(this.prototype,t,this.getPropertyDescriptor(t,Symbol()))}',
  },
  {
    file: reactiveElement,
    from: 'if(s.state&&(s.attribute=!1),',
    put: 's.state&&(s.attribute=!1),',
  },
  { file: reactiveElement, from: '_$ET(t,s){', to: '_$AK(t,s){' },
  {
    file: reactiveElement,
    from: 'if(void 0!==e&&this._$Em!==e){',
    to: 'requestUpdate(t,s,i',
    put: 'void 0!==e&&(this[e]=u.fromAttribute(s,i.getPropertyOptions(e).type))}',
  },
  { file: reactiveElement, from: 'this._$Em=null,' },
  {
    file: reactiveElement,
    from: '(t,s,i,e=!1,h){if(void 0!==t){',
    to: '!1===this.isUpdatePending&&',
    put: '(t,s){if(void 0!==t){if(!f(this[t],s))return;this.C(t,s)}',
  },
  {
    file: reactiveElement,
    from: 'C(t,s,{useDefault',
    to: 'async _$EP()',
    put: 'C(t,s){this._$AL.has(t)||this._$AL.set(t,this.hasUpdated?s:void 0)}',
  },
  {
    file: reactiveElement,
    from: 'const t=this.constructor.elementProperties;if(t.size>0)for',
    to: 'let t=!1;const s=this._$AL',
    put: '}',
  },
  { file: reactiveElement, from: 'this._$Eq&&=', to: 'this._$EM()}updated' },
];

/** Standard decorators, initializers, and a controller that leaves before its element. */
const decorators: Cut[] = [
  { file: reactiveElement, from: 'Symbol.metadata??=', to: 'class y extends' },
  { file: reactiveElement, from: 'const t=this[Symbol.metadata]', to: 'this._$Eh=new Map' },
  { file: reactiveElement, from: 'static addInitializer', to: 'static get observedAttributes' },
  { file: reactiveElement, from: 'void 0!==t.l&&(this.l=[...t.l]),' },
  { file: reactiveElement, from: ',this.constructor.l?.forEach(t=>t(this))' },
  { file: reactiveElement, from: 'removeController(', to: '_$E_(){const' },
];

/** The check that nobody makes a style sheet without `css`. The types exclude it. */
const styles: Cut[] = [
  {
    file: cssTag,
    from: 'if(this._$cssResult$=!0,o!==s)throw',
    to: 'this.cssText=t',
    put: 'this._$cssResult$=!0,',
  },
];

/** Polyfills, hydration, and the list of versions on the page: it warns a page about its own Lit. */
const announcements: Cut[] = [
  { file: reactiveElement, from: ',p=a.reactiveElementPolyfillSupport' },
  { file: reactiveElement, from: ',p?.({ReactiveElement:y})', to: 'export{', put: ';' },
  { file: litElement, from: ',s.litElementHydrateSupport', to: 'const n={_$AK', put: ';' },
  { file: litElement, from: '(s.litElementVersions??=[]).push("4.2.2");' },
  // The directives that we use read only this one.
  { file: litHtml, from: 'const j={M:h', to: 'D=(t,i,s)=>', put: 'const j={I:k},' },
];

/** A root that has content already, and options of `render`. An element draws into its own empty root. */
const roots: Cut[] = [
  { file: litElement, from: 'createRenderRoot(){', to: 'update(t){' },
  {
    file: litHtml,
    from: 'D=(t,i,s)=>{',
    to: 'export{',
    put: 'D=(t,i,s)=>((i._$litPart$??=new k(i.appendChild(c()),null,void 0,s))._$AI(t),i._$litPart$);',
  },
];

/** Expressions in comments, in the text of a style or a textarea, and on an element itself. */
const places: Cut[] = [
  { file: litHtml, from: '(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', put: 'c=p' },
  { file: litHtml, from: '"!--"===u[1]?c=_:' },
  { file: litHtml, from: 'c===_||' },
  { file: litHtml, from: 'c=n??v', put: 'c=v' },
  { file: litHtml, from: '(c=p,n=void 0)', put: 'c=p' },
  { file: litHtml, from: 'let n,l=2', put: 'let l=2' },
  { file: litHtml, from: 'else t.startsWith(o)&&', to: '}else if(8===r.nodeType)' },
  { file: litHtml, from: ';else{let t=-1;', to: 'l++}}static createElement', put: ';' },
  {
    file: litHtml,
    from: '1===r.type?i=new r.ctor(',
    to: ',this._$AV.push(i)',
    put: '1===r.type&&(i=new r.ctor(h,r.name,r.strings,this,t))',
  },
  { file: litHtml, from: 'class Z{', to: 'const j={' },
];

/** Directives that wait or repeat: they follow whether a part is connected, and where it ends. */
const connection: Cut[] = [
  { file: litHtml, from: 'get parentNode(){return this._$AM.parentNode}', to: 'u(t){const' },
  { file: litHtml, from: 'get _$AU(){return this._$AM?._$AU??this._$Cv}' },
  { file: litHtml, from: 'this._$AV=[],this._$AN=void 0,', put: 'this._$AV=[],' },
  { file: litHtml, from: ',this._$AN=void 0,this._$AA=', put: ',this._$AA=' },
  { file: litHtml, from: ',this._$AN=void 0,this.element=', put: ',this.element=' },
  { file: litHtml, from: ',this._$Cv=e?.isConnected??!0' },
  { file: litHtml, from: 'get parentNode(){let t', to: '_$AI(t,i=this){t=M' },
  { file: litHtml, from: 'for(this._$AP?.(!1,!0,s);', put: 'for(;' },
  { file: litHtml, from: 'setConnected(t){', to: '}class H{' },
  {
    file: litHtml,
    from: 'get tagName(){return this.element.tagName}',
    to: 'constructor(t,i,s,e,h){this.type=1',
  },
  { file: litElement, from: 'this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),' },
  { file: litElement, from: 'connectedCallback(){', to: 'render(){return r}' },
];

/** Elements that decide themselves when they update, and accessors of their own. */
const updates: Cut[] = [
  {
    file: reactiveElement,
    from: 'const{get:e,set:r}=h(this.prototype,t)??',
    to: 'static getPropertyOptions',
    put: 'return{get(){return this[s]},set(i){const e=this[s];this[s]=i,this.requestUpdate(t,e)},configurable:!0,enumerable:!0}}',
  },
  {
    file: reactiveElement,
    from: 'const t=this.scheduleUpdate()',
    to: 'performUpdate(){',
    put: 'return this.performUpdate(),!this.isUpdatePending}',
  },
  {
    file: reactiveElement,
    from: 'let t=!1;const s=this._$AL;try{',
    to: 'willUpdate(t){}',
    put: 'const s=this._$AL;try{this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)}catch(t){throw this._$EM(),t}this._$AE(s)}',
  },
  {
    file: reactiveElement,
    from: 'this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t))',
    put: 'this.hasUpdated=!0',
  },
  { file: reactiveElement, from: 'this.getUpdateComplete()}', to: 'update(t){', put: 'this._$ES}' },
  { file: reactiveElement, from: 'firstUpdated(t){}' },
];

/** MathML, compiled templates, and listeners with options. */
const kinds: Cut[] = [
  { file: litHtml, from: '3===i?"<math>":' },
  { file: litHtml, from: '3===i?"</math>":' },
  { file: litHtml, from: '2===i||3===i', put: '2===i' },
  {
    file: litHtml,
    from: 'const{values:i,_$litType$:s}',
    to: 'if(this._$AH?._$AD===e)',
    put: 'const i=t.values,e=this._$AC(t);',
  },
  { file: litHtml, from: '||t.capture!==s.capture', to: ',h=t!==A' },
  { file: litHtml, from: '"function"==typeof this._$AH?', put: '' },
  { file: litHtml, from: ':this._$AH.handleEvent(t)' },
];

export const cuts: Cut[] = [
  ...properties,
  ...updates,
  ...styles,
  ...decorators,
  ...announcements,
  ...roots,
  ...places,
  ...kinds,
  ...connection,
];
