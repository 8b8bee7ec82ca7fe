/** What a partner's server asks for the first step as markup with. It imports nothing, because partners read it. */

/** What the markup depends on. */
export interface FirstStepOptions {
  /**
   * The attributes of the tag, all of them: `test-types` and `zip` change what is drawn, the others limit what can be
   * chosen. @default none
   */
  attributes?: Record<string, string | undefined>;
  /** The language of the page as a BCP 47 tag, as in its `lang`. @default English */
  language?: string | undefined;
  /**
   * `inline` puts the styles into the markup. `link` links two style sheets of this server, for a page whose Content
   * Security Policy refuses inline styles. @default inline
   */
  styles?: 'inline' | 'link';
  /**
   * Whether the browser loads the scripts of the current release at once. Set it to false on a page that pins a release, or has
   * the npm package: it would load both. @default true
   */
  preload?: boolean;
  /**
   * The nonce of the page's Content Security Policy, for the inline styles and the links that load scripts.
   * @default none
   */
  nonce?: string | undefined;
}

/**
 * Makes the markup. It has nothing of a user in it.
 * @returns '' if a test type is not one of the eight, or the server has no UPSTREAM_API_KEY
 */
export type FirstStep = (options?: FirstStepOptions) => Promise<string>;
