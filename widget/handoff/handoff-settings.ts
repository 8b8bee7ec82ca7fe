/** The attributes and properties of `<dx-handoff>`: the server, the customer, and the order to hand over. */
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import { checkForLostProperties } from '../core/lost-properties.ts';
import type { GetSubjectToken, PageSettings } from '../core/page-settings.ts';
import { serverAddress } from '../core/server-address.ts';
import { checkTheme } from '../core/theme-check.ts';
import { LanguageWatch } from '../locales/language.ts';
import { handoffFiles } from '../locales/language-files.ts';
import { type Replacements, replaceMessages } from '../locales/spoken.ts';

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';
const attributes = {
  server: 'server',
  subjectToken: 'subject-token',
  subjectTokenType: 'subject-token-type',
  idleTimeout: 'idle-timeout',
  handoffId: 'handoff-id',
  presentationMode: 'presentation-mode',
  frameTitle: 'frame-title',
};

const properties = [...Object.keys(attributes), 'handoff', 'getSubjectToken', 'messages'];

/** The base of the element: properties, attributes and their changes. */
export abstract class HandoffSettings extends HTMLElement {
  static readonly observedAttributes = Object.values(attributes);

  /** The base address of the partner's server. */
  declare server: string;
  /**
   * The page's short-lived token of its signed-in user. Without it and without `getSubjectToken`, the user is signed
   * out.
   */
  declare subjectToken: string;
  /** The type of `subjectToken`: a URN of RFC 8693. @default a JWT */
  declare subjectTokenType: string;
  /** Seconds without input on the page after which the user is signed out. @default 0, which is never */
  declare idleTimeout: number;
  /** A handoff that the partner's backend has opened. */
  declare handoffId: string;
  /** `iframe` or `hosted_page`, for a handoff that is opened here. @default iframe */
  declare presentationMode: string;
  /** The name of the frame for screen readers. @default Schedule your test */
  declare frameTitle: string;

  protected readonly language = new LanguageWatch(this, handoffFiles, () => this.settingChanged('lang'));
  /** Ends what began when the element was connected. */
  protected listening = new AbortController();
  #handoff: OpenHandoff | null = null;
  #getSubjectToken: GetSubjectToken | undefined;
  #messages: Replacements = {};

  /**
   * Properties that the page set before the class was defined hide the accessors. A constructor must not set
   * attributes, so they are set in a microtask.
   */
  constructor() {
    super();
    for (const name of properties) {
      const early = Object.getOwnPropertyDescriptor(this, name);
      if (early === undefined) continue;
      Reflect.deleteProperty(this, name);
      queueMicrotask(() => Reflect.set(this, name, early.value));
    }
  }

  connectedCallback(): void {
    checkForLostProperties(this, properties);
    this.listening = new AbortController();
    this.language.connect(this.listening.signal);
    checkTheme(this, this.listening.signal);
  }

  protected abstract settingChanged(name: string): void;

  /** The order to hand over, as the server accepts it. */
  get handoff(): OpenHandoff | null {
    return this.#handoff;
  }
  set handoff(handoff: OpenHandoff | null) {
    const same = JSON.stringify(handoff) === JSON.stringify(this.#handoff);
    this.#handoff = handoff;
    if (!same) this.settingChanged('handoff');
  }

  /** Returns a new token each time; null when nobody is signed in. For pages that live longer than their tokens. */
  get getSubjectToken(): GetSubjectToken | undefined {
    return this.#getSubjectToken;
  }
  set getSubjectToken(get: GetSubjectToken | undefined) {
    this.#getSubjectToken = get;
    this.settingChanged('getSubjectToken');
  }

  /** Texts of your own in place of ours, by name: `{ 'words.clinic': 'studio' }`. All elements of the page share them. */
  get messages(): Replacements {
    return this.#messages;
  }
  set messages(messages: Replacements) {
    this.#messages = messages;
    replaceMessages(messages ?? {});
  }

  attributeChangedCallback(name: string, old: string | null, now: string | null): void {
    if (old !== now) this.settingChanged(name);
  }

  protected get settings(): PageSettings {
    return {
      server: serverAddress(this.server),
      subjectToken: this.subjectToken,
      subjectTokenType: this.subjectTokenType || jwtTokenType,
      getSubjectToken: this.getSubjectToken ?? undefined,
      idleTimeout: this.idleTimeout,
      missing: this.handoff === null && this.handoffId === '' ? 'handoff_missing' : null,
    };
  }
}

for (const [property, attribute] of Object.entries(attributes)) {
  Object.defineProperty(HandoffSettings.prototype, property, {
    get(this: Element) {
      const value = this.getAttribute(attribute) ?? '';
      return property === 'idleTimeout' ? Number(value) : value;
    },
    set(this: Element, value: string | number | null | undefined) {
      if (value == null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, `${value}`);
    },
  });
}
