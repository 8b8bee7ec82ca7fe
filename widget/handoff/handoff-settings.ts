/** What the tag and the page say: where the server is, who the customer is, what is handed over. */
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import type { FailureCode } from '../session/failure.ts';
import type { SubjectToken } from '../session/session.ts';
import { baseAddress, missingSetting } from '../session/settings.ts';

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';
const attributes = {
  server: 'server',
  subjectToken: 'subject-token',
  subjectTokenType: 'subject-token-type',
  handoffId: 'handoff-id',
  presentationMode: 'presentation-mode',
  frameTitle: 'frame-title',
};

export abstract class HandoffSettings extends HTMLElement {
  static readonly observedAttributes = Object.values(attributes);

  /** The base address of the partner's server. */
  declare server: string;
  /** The page's own short-lived token of its signed-in user. */
  declare subjectToken: string;
  /** What kind of token that is. @default a JWT */
  declare subjectTokenType: string;
  /** A handoff that the partner's backend has opened. */
  declare handoffId: string;
  /** `iframe` or `hosted_page`, for a handoff that is opened here. @default iframe */
  declare presentationMode: string;
  /** What a screen reader calls the frame. @default Schedule your test */
  declare frameTitle: string;

  #handoff: OpenHandoff | null = null;
  #getSubjectToken: (() => Promise<string>) | undefined;

  /** What the page set before this class was there hides the accessors. A constructor may set no attributes: they follow. */
  constructor() {
    super();
    for (const name of [...Object.keys(attributes), 'handoff', 'getSubjectToken']) {
      const early = Object.getOwnPropertyDescriptor(this, name);
      if (early === undefined) continue;
      Reflect.deleteProperty(this, name);
      queueMicrotask(() => Reflect.set(this, name, early.value));
    }
  }

  protected abstract settingChanged(name: string): void;

  /** What is handed over, as the server takes it. */
  get handoff(): OpenHandoff | null {
    return this.#handoff;
  }
  set handoff(handoff: OpenHandoff | null) {
    const same = JSON.stringify(handoff) === JSON.stringify(this.#handoff);
    this.#handoff = handoff;
    if (!same) this.settingChanged('handoff');
  }

  /** For pages that live longer than their tokens: asked for a token, and again when it has been refused. */
  get getSubjectToken(): (() => Promise<string>) | undefined {
    return this.#getSubjectToken;
  }
  set getSubjectToken(get: (() => Promise<string>) | undefined) {
    this.#getSubjectToken = get;
    this.settingChanged('getSubjectToken');
  }

  attributeChangedCallback(name: string, old: string | null, now: string | null): void {
    if (old !== now) this.settingChanged(name);
  }

  protected get base(): string | null {
    return baseAddress(this.server);
  }

  /** What the page has not said yet. */
  protected get missing(): FailureCode | null {
    const missing = missingSetting(this);
    const nothing = this.handoff === null && this.handoffId === '';
    return missing !== 'server_missing' && nothing ? 'handoff_missing' : missing;
  }

  protected async subject(refused: string | null): Promise<SubjectToken | null> {
    const given = this.subjectToken;
    const token = given !== '' && given !== refused ? given : await this.getSubjectToken?.();
    if (token === undefined || token === refused) return null;
    return { token, type: this.subjectTokenType || jwtTokenType };
  }
}

for (const [property, attribute] of Object.entries(attributes)) {
  Object.defineProperty(HandoffSettings.prototype, property, {
    get(this: Element) {
      return this.getAttribute(attribute) ?? '';
    },
    set(this: Element, value: string) {
      this.setAttribute(attribute, value);
    },
  });
}
