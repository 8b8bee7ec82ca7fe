/** The consents that a customer signed, as the customer reads them later. */
import { z } from 'zod';

/** The text of a consent, verbatim and in the order of the screen. */
export const consentText = z.object({
  lead: z.array(z.string()).describe('Text before all other text, such as a title and an introduction.'),
  decisions: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        link: z.string().nullable(),
        format: z.enum(['html', 'text']),
        detail: z.string(),
      }),
    )
    .describe('`link` is null if the service sends no text for it.'),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      body: z.string(),
    }),
  ),
  tail: z.array(z.string()).describe('Text after the decisions, before the signature.'),
});
export type ConsentText = z.infer<typeof consentText>;

const signature = {
  consent_id: z.string(),
  signed_at: z.iso.datetime(),
  test_type: z.string(),
};

/** The consents of one booking, the newest first. Empty if the customer signed none in this server. */
export const signedConsents = z.object({
  consents: z.array(
    z.union([
      z.object({
        ...signature,
        typed_name: z.string().describe('The signature, as the customer typed it.'),
        signed_from: z
          .string()
          .nullable()
          .describe('The IP address of the customer; null if it is not known.'),
        decisions: z
          .record(z.string(), z.boolean())
          .describe('Whether the customer agreed, by the ids of the decisions in `text`.'),
        template_id: z.string(),
        template_version: z
          .union([z.string(), z.number()])
          .nullable()
          .describe('Null if the service sent no version.'),
        content_hash: z.string().describe("The service's hash of the text."),
        text: consentText.describe('The text, byte for byte as the step showed it.'),
      }),
      z.object({
        ...signature,
        signer_name: z.string().describe('Who signed the document, as the customer or the partner says.'),
        document: z
          .object({ sha256: z.string(), bytes: z.int() })
          .describe('The signed PDF that the testing service accepted. Its SHA-256 is in lowercase hex.'),
      }),
    ]),
  ),
});
export type SignedConsents = z.infer<typeof signedConsents>;
