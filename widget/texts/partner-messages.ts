/** The texts of a partner: public types of `@dx-booking/widget`. */
import type { MessageName } from './message-names.ts';

/** Texts by name, such as `words.clinic`. A text with a `count` has one text for each plural category. */
export type PartnerMessages = { readonly [Name in MessageName]?: string | PluralMessage | undefined };
/** A text for each plural category of its `count` (`Intl.PluralRules`). */
export type PluralMessage = { readonly other: string } & {
  readonly [Category in Intl.LDMLPluralRule]?: string;
};
