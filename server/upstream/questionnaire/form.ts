/**
 * A questionnaire as the page shows it, in the order of the service and in full. A part that cannot be shown stops the
 * form, so that nobody answers or confirms less than the service asks (QST-25, GAP-58).
 */
import type { QuestionnaireShows } from '../../contract/journey-api/views.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { items, paragraphs } from '../assumptions/kinds.ts';
import { readOption } from '../questions/option.ts';
import { drawnAs, helpOf, stopAtUnsupported } from '../questions/question.ts';
import { textOrNumber } from '../response-reader.ts';
import type { QuestionnaireDefinition } from './responses.ts';

/** The form of a definition. */
export type QuestionnaireForm = Omit<QuestionnaireShows, 'step'>;
type Question = QuestionnaireForm['fields'][number];
type Content = QuestionnaireDefinition['content'];

const form = 'questionnaire';
const contentPath = 'questionnaire.content';

/**
 * Reads a definition. An optional question of a type that the page cannot draw is left out and reported.
 * @throws Problem 503 `assumption_unmet` if a required question cannot be drawn, or a text or condition not be shown
 */
export function questionnaireForm(
  definition: QuestionnaireDefinition,
  assumptions: Assumptions,
): QuestionnaireForm {
  const { sections, fields, acknowledgements, ...beside } = definition.content;
  const ids = fields.map(({ id }) => id);
  return {
    questionnaire_definition_id: definition.id,
    content_hash: definition.content_hash,
    name: definition.name,
    help: helpOf(form, beside, [], contentPath, assumptions),
    sections: sections.map(({ id, title, ...rest }) => {
      const path = `${contentPath}.sections`;
      stopAtUnsupported(form, rest, ids, path, assumptions);
      return { id, title: title ?? null, help: helpOf(form, rest, [id, title ?? null], path, assumptions) };
    }),
    fields: fields.flatMap((field) => questionOf(field, ids, assumptions) ?? []),
    acknowledgements: acknowledgements.map((item) => acknowledgementOf(item, ids, assumptions)),
  };
}

function questionOf(
  field: Content['fields'][number],
  ids: readonly string[],
  assumptions: Assumptions,
): Question | null {
  const path = `${contentPath}.fields`;
  const { id, label, required, type: given, ...others } = field;
  const { section, rest } = sectionOf(others, assumptions);
  const { options, beside } = optionsOf(rest, assumptions);
  const otherIds = ids.filter((other) => other !== id);
  stopAtUnsupported(form, beside, otherIds, path, assumptions);
  const type = drawnAs<Question['type']>('questionnaire.fieldTypes', given, assumptions);
  if (type === null || (type === 'choice' && options.length === 0)) {
    const report = required ? assumptions.unmet : assumptions.report;
    report(type === null ? 'questionnaire.fieldTypes' : 'questionnaire.optionKeys.list', path, {
      [given]: null,
      ...rest,
    });
    return null;
  }
  return {
    id,
    label,
    help: helpOf(form, beside, [label], path, assumptions),
    required,
    type,
    options,
    section_id: section,
  };
}

/** The section of a field, and the field without it. */
function sectionOf(field: Record<string, unknown>, { values }: Assumptions) {
  const key = values.questionnaire.sectionKeys.find((name) => name in field) ?? '';
  const { [key]: section, ...rest } = field;
  return { section: textOrNumber.safeParse(section).data ?? null, rest };
}

/** The options of a field, and the field without them. */
function optionsOf(rest: object, assumptions: Assumptions) {
  const path = `${contentPath}.fields.options`;
  const isList = ([key, value]: [string, unknown]) =>
    assumptions.has('questionnaire.optionKeys.list', key) && items.read(value) !== null;
  const list = Object.entries(rest).find(isList);
  const given = list === undefined ? [] : (items.read(list[1]) ?? []);
  const options = given.map(({ key, value: raw }) => {
    if (key !== null && typeof raw === 'string') return { value: key, label: raw };
    const option = readOption(form, raw, path, assumptions);
    if (typeof raw === 'object' && raw !== null) {
      stopAtUnsupported(form, raw, [], path, assumptions);
      stopAtTextBeside(raw, option.label, path, assumptions);
    }
    return option;
  });
  const beside = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== list?.[0]));
  return { options, beside };
}

/** The page has no place for a text beside an option. */
function stopAtTextBeside(raw: object, label: string, path: string, assumptions: Assumptions): void {
  if (helpOf(form, raw, [label], path, assumptions) !== null)
    assumptions.unmet('questionnaire.optionKeys.label', path, raw);
}

/** A format without a text means that the text is elsewhere; nobody may confirm a text that is not shown. */
function acknowledgementOf(
  { id, label, required, copy_format: format, ...rest }: Content['acknowledgements'][number],
  ids: readonly string[],
  assumptions: Assumptions,
): QuestionnaireForm['acknowledgements'][number] {
  const path = `${contentPath}.acknowledgements`;
  const copy =
    (format ?? null) === null
      ? assumptions.find('questionnaire.copyKeys', paragraphs, rest, path)
      : assumptions.need('questionnaire.copyKeys', paragraphs, rest, path);
  stopAtUnsupported(form, rest, ids, path, assumptions);
  const help = helpOf(form, rest, [label, copy], path, assumptions);
  return {
    id,
    label,
    help,
    required,
    copy,
    copy_format: copy === null ? null : format === 'html' ? 'html' : 'text',
  };
}
