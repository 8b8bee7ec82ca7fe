/** The decisions of a consent: the label, the text of the link and the detail as plain text. */
import { z } from 'zod';
import type { ConsentBundle } from '../../server/contract/upstream-api/consent.ts';

const decision = z
  .looseObject({
    id: z.string(),
    label: z.string(),
    detail_link: z.string(),
    detail_format: z.string(),
    detail_content: z.string(),
  })
  .transform(({ id, label, detail_link, detail_format, detail_content }) => ({
    id,
    label,
    link: detail_link,
    text: detail_format === 'html' ? plain(detail_content) : detail_content,
  }));

/** A decision as the page shows it. */
export type Decision = z.output<typeof decision>;

/** The decisions of a consent, in its order. @throws ZodError if one is not complete */
export const decisionsOf = ({ template }: ConsentBundle): Decision[] =>
  z.array(decision).parse(template.content.decisions);

/** The text of HTML, paragraph by paragraph: the gym's pages insert no HTML from elsewhere. */
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
