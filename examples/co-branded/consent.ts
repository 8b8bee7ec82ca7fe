/**
 * Reads a test's consent and prepares it for the checkout page: sections, and decisions with their details as plain text.
 * Change how it is displayed, but show all of it: a member must not sign what they cannot read.
 */
import type { ConsentBundle } from '../../server/contract/upstream-api/consent.ts';
import { Problem } from '../../server/core/errors.ts';
import { type Assumptions, createAssumptions } from '../../server/upstream/assumptions/assumptions.ts';
import { readAssumptions } from '../../server/upstream/assumptions/file.ts';
import { assumptionsFile } from '../../server/upstream/assumptions/schema.ts';
import { consentCopy } from '../../server/upstream/consent/copy.ts';
import { readConsent } from './orders.ts';
import type { ServiceClient } from './service-client.ts';

/** A test's consent as the checkout page shows it. */
export interface Consent {
  /** The hash of the shown text; the signature repeats it. */
  contentHash: string;
  sections: { title: string | null; body: string }[];
  decisions: { id: string; label: string; link: string; text: string }[];
}

/** Reads the consent for a test; null if it cannot be shown completely, which is logged. */
export type ConsentReader = (testType: string) => Promise<Consent | null>;

/**
 * Reads consents with the same assumptions as the server.
 * @param file the server's ASSUMPTIONS_FILE; undefined for the defaults
 * @throws Error if the file is invalid
 */
export function createConsentReader(client: ServiceClient, file: string | undefined): ConsentReader {
  const assumptions = assumptionsOf(file);
  return async (testType) => {
    const bundle = await readConsent(client, testType);
    try {
      return consentOf(bundle, assumptions);
    } catch (error) {
      if (error instanceof Problem && error.code === 'assumption_unmet') return null;
      throw error;
    }
  };
}

function assumptionsOf(file: string | undefined): Assumptions {
  const read = file === undefined ? { assumptions: assumptionsFile.parse({}) } : readAssumptions(file);
  if ('faults' in read) throw new Error(`ASSUMPTIONS_FILE ${read.faults.join('; ')}`);
  return createAssumptions(read.assumptions, ({ entry, keys }) =>
    console.error(`gym: the consent cannot be read: set ${entry}; the keys found are ${keys.join(', ')}`),
  );
}

function consentOf(bundle: ConsentBundle, assumptions: Assumptions): Consent {
  const { lead, sections, decisions, tail } = consentCopy(bundle, assumptions);
  const untitled = (body: string) => ({ title: null, body });
  return {
    contentHash: bundle.template.content_hash,
    sections: [...lead.map(untitled), ...sections, ...tail.map(untitled)],
    decisions: decisions.map(({ id, label, link, format, detail }) => ({
      id,
      label,
      link: link ?? 'View',
      text: format === 'html' ? plain(detail) : detail,
    })),
  };
}

/** Converts HTML to paragraphs of text, because the gym's pages insert no foreign HTML. */
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
