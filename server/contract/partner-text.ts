/** A text that the partner has set, in one or several languages. */
import { z } from 'zod';

/** The texts by language (BCP 47). `default` is in the language of the partner's page. */
export const partnerText = z
  .record(z.string(), z.string())
  .describe('By language (BCP 47); `default` is in the language of your page.');
export type PartnerText = z.infer<typeof partnerText>;
