/** Makes the report of accessibility from the criteria and the tests. */
import { stringify } from 'yaml';
import { type Conformance, type Criterion, criteria, gapsInEvaluation } from './criteria.ts';
import { conformanceDocument, openAcr } from './openacr.ts';
import { proofs } from './proofs.ts';

const principles = { 1: 'Perceivable', 2: 'Operable', 3: 'Understandable', 4: 'Robust' };
const count = (conformance: Conformance) =>
  criteria.filter((criterion) => criterion.conformance === conformance).length;

/** The names of the tests, as the last table has them. */
const namesOf = ({ proofs: names }: Criterion) => names.map((name) => `\`${name}\``).join(', ');
const row = (criterion: Criterion) => {
  const { number, name, level, conformance, remarks } = criterion;
  return `| ${number} ${name} | ${level} | ${conformance} | ${remarks} | ${namesOf(criterion)} |`;
};

const sections = Object.entries(principles).map(
  ([number, name]) => `### ${name}

| Criterion | Level | Conformance | Remarks | Tests |
| --- | --- | --- | --- | --- |
${criteria
  .filter((criterion) => criterion.number.startsWith(`${number}.`))
  .map(row)
  .join('\n')}
`,
);

const gaps = criteria.filter(({ conformance }) => conformance === 'Partially supports');

const tests = Object.entries(proofs).map(
  ([name, { file, title }]) => `| \`${name}\` | [${file}](../${file}) | ${title} |`,
);

/** The whole document `widget/accessibility.md`. */
const report = `# Accessibility

This report says how the four elements meet the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA. It is made from
[criteria.ts](../test/accessibility/criteria.ts); do not edit it by hand. A test checks that it is up to date, and that each test
that it names exists. [Conformance](vpat.md) is the report for buyers, with Sections 504 and 508, ADA Title II and EN 301 549.

Of ${criteria.length} criteria, the elements support ${count('Supports')} and partially support ${count('Partially supports')}; ${count('Not applicable')} do not apply. The report is a self-assessment. It covers the
elements, not the pages around them and not the hosted page in the frame of \`<dx-handoff>\`.

## Methods

| Method | How |
| --- | --- |
| Automatic rules | axe runs over each state of the [gallery](../test/README.md#gallery), in light and dark. |
| Keyboard | A test books by keyboard only, from the choice of a test to the request, with Tab, arrows, Space, Enter and Escape. |
| Zoom and reflow | Each state of the gallery at 320 CSS pixels, which is 1280 at 400 %, and with text of twice the size. |
| Text spacing | Each state of the gallery with the values of criterion 1.4.12. |
| Forced colors | Each state of the gallery in forced colors, with the focus on each control in turn. |
| More contrast | The colors under \`prefers-contrast: more\`, with 50 accents. |
| Reduced motion | Each state of the gallery under \`prefers-reduced-motion\`. |
| Languages | The elements in English, Spanish, Arabic and German, also from right to left. |
| Screen reader | \`npm run heard\` books with Orca 43 in Firefox until the clinic confirms, by keyboard only, and checks what Orca says. [The transcript](accessibility-transcript.md) is part of this report. |

## Criteria

${sections.join('\n')}
## Known gaps

${gaps.map(({ number, name, remarks }) => `- **${number} ${name}**: ${remarks}`).join('\n')}
${gapsInEvaluation.map((gap) => `- ${gap}`).join('\n')}

## Tests

| Name | File | Title |
| --- | --- | --- |
${tests.join('\n')}
`;

/** The documents that are made from the criteria, by their path. */
export const reports: Record<string, string> = {
  'widget/accessibility.md': report,
  'widget/vpat.md': conformanceDocument,
  'widget/openacr.yaml': stringify(openAcr, { aliasDuplicateObjects: false }),
};
