/**
 * The parts of Lit that no element uses: 1 kB of brotli in each element, a fifth of Lit. Each cut replaces one piece of
 * Lit's minified files. The build fails if Lit has changed, or if a source uses what is cut.
 */

/** Replaces the text from `from` up to `to`, which stays, by `put`. Without `to`, replaces `from`. */
export interface Cut {
  file: RegExp;
  from: string;
  to?: string;
  put?: string;
}

const reactiveElement = /\/reactive-element\/reactive-element\.js$/;
const litElement = /\/lit-element\/lit-element\.js$/;
const litHtml = /\/lit-html\/lit-html\.js$/;

/** What a source must not use, because the cuts below drop it. */
export const unsupported: { feature: string; use: RegExp }[] = [
  {
    feature: 'an option of a property other than attribute, type and state',
    use: /\b(?:reflect|useDefault|hasChanged|converter|noAccessor):/,
  },
  { feature: 'an attribute with JSON', use: /\btype: (?:Array|Object)\b/ },
  { feature: 'a standard decorator', use: /\baccessor \w+ ?[=;]/ },
  { feature: 'an initializer', use: /\baddInitializer\(/ },
  { feature: 'removal of a controller', use: /\bremoveController\(/ },
  {
    feature: 'a directive other than guard and live',
    use: /lit\/(?:async-directive|directive|directives\/(?!guard|live)[\w-]+)\.js/,
  },
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
  { file: reactiveElement, from: ',converter:u,reflect:!1,useDefault:!1,hasChanged:f' },
  {
    file: reactiveElement,
    from: 'this.prototype.hasOwnProperty(t)&&',
    to: 'this.elementProperties.set(t,s)',
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

/** Polyfills, hydration, and the list of versions on the page: it warns a page about its own Lit. */
const announcements: Cut[] = [
  { file: reactiveElement, from: ',p=a.reactiveElementPolyfillSupport' },
  { file: reactiveElement, from: ',p?.({ReactiveElement:y})', to: 'export{', put: ';' },
  { file: litElement, from: ',s.litElementHydrateSupport', to: 'const n={_$AK', put: ';' },
  { file: litElement, from: '(s.litElementVersions??=[]).push("4.2.2");' },
  // The directives that we use read only this one.
  { file: litHtml, from: 'const j={M:h', to: 'D=(t,i,s)=>', put: 'const j={I:k},' },
];

/** Expressions in comments, in the text of a style or a textarea, and on an element itself. */
const places: Cut[] = [
  { file: litHtml, from: '(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', put: 'c=p' },
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

export const cuts: Cut[] = [...properties, ...decorators, ...announcements, ...places, ...connection];
