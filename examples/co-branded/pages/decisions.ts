/** The consent as the page shows it: the sections, and each decision with its label, the words of its link and its detail as plain text. */
import type { ConsentBundle } from '../../../server/contract/upstream-api/consent.ts';
import type { Assumptions } from '../../../server/upstream/assumptions/assumptions.ts';
import { consentCopy } from '../../../server/upstream/consent-copy.ts';

export interface Consent {
  contentHash: string;
  sections: { title: string | null; body: string }[];
  decisions: { id: string; label: string; link: string; text: string }[];
}

/** Reads it by the same assumptions as the server. @throws Problem assumption_unmet where not all of it can be shown */
export function consentOf(bundle: ConsentBundle, assumptions: Assumptions): Consent {
  const { sections, decisions } = consentCopy(bundle, assumptions);
  return {
    contentHash: bundle.template.content_hash,
    sections,
    decisions: decisions.map(({ id, label, link, format, detail }) => ({
      id,
      label,
      link: link ?? 'View',
      text: format === 'html' ? plain(detail) : detail,
    })),
  };
}

/** Every word of it, a paragraph each; the gym's pages take no HTML from elsewhere. */
const plain = (markup: string) =>
  markup
    .replace(/<\/(p|h\d|li|tr|dt|dd|ul|ol|section|div)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\n\s*\n\s*/g, '\n\n')
    .trim();

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
