/** The consent bundle as it is shown: four decisions and the sections, verbatim and in order (CONS-06..CONS-13; GAP-17..GAP-19). */
import type { ConsentShows } from '../contract/journey-api/views.ts';
import { type ConsentBundle, decisionIds } from '../contract/upstream-api/consent.ts';
import { assumptions, unmet } from '../upstream/assumptions.ts';

const textAt = (item: Record<string, unknown>, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = item[key];
    if (typeof value === 'string') return value;
  }
  return null;
};

/** An id in the item, else its place among the required ids when both lists have four (GAP-18). */
const decisionId = (
  item: Record<string, unknown>,
  place: number,
  required: readonly string[],
  count: number,
) =>
  textAt(item, assumptions.consent.decisionKeys.id) ??
  (count === decisionIds.length && required.length === count ? (required[place] ?? null) : null);

const sectionsOf = (content: Record<string, unknown>): ConsentShows['sections'] =>
  (Array.isArray(content.sections) ? content.sections : []).flatMap((section: unknown) => {
    if (typeof section !== 'object' || section === null) return [];
    const { id, title, body } = section as Record<string, unknown>;
    if (typeof id !== 'string' || typeof body !== 'string') return [];
    return [{ id, title: typeof title === 'string' ? title : null, body }];
  });

/** Null when a decision or a section that must be shown is not there: then nobody may sign it. @throws Problem assumption_unmet */
export function consentCopy(bundle: ConsentBundle): Pick<ConsentShows, 'decisions' | 'sections'> | null {
  const { content } = bundle.template;
  const { decisionKeys, htmlFormats } = assumptions.consent;
  const decisions: ConsentShows['decisions'] = [];
  for (const [place, item] of content.decisions.entries()) {
    const id = decisionId(item, place, bundle.required_decision_ids, content.decisions.length);
    const label = textAt(item, decisionKeys.label);
    const detail = textAt(item, decisionKeys.detail);
    if (id === null || label === null || detail === null) throw unmet('consent.decisionKeys');
    const format = (textAt(item, decisionKeys.format) ?? '').toLowerCase();
    decisions.push({
      id,
      label,
      link: textAt(item, decisionKeys.link) ?? label,
      // The arbitration text is plain whatever its format says (CONS-12, T55).
      format: id !== 'arbitration' && htmlFormats.some((html) => html === format) ? 'html' : 'text',
      detail,
    });
  }
  const shown = new Set(decisions.map((decision) => decision.id));
  if (decisions.length === 0 || !bundle.required_decision_ids.every((id) => shown.has(id))) return null;
  const sections = sectionsOf(content);
  const found = new Set(sections.map((section) => section.id));
  if (sections.length > 0 && !bundle.required_section_ids.every((id) => found.has(id))) return null;
  return { decisions, sections };
}
