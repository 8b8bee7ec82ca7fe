/**
 * The report of accessibility as an OpenACR, which is what US procurement reads (https://github.com/GSA/openacr), and as a
 * document in the order of a VPAT 2.5 INT. Both have the criteria of WCAG from `criteria.ts`.
 */
import { readFileSync } from 'node:fs';
import { assessedOn, type Conformance, criteria, gapsInEvaluation } from './criteria.ts';

/** The levels of OpenACR. `not-evaluated` is for level AAA only. */
const levels: Record<Conformance, string> = {
  Supports: 'supports',
  'Partially supports': 'partially-supports',
  'Not applicable': 'not-applicable',
};

/** Criteria that WCAG 2.2 adds to 2.1, which Section 504, ADA Title II and EN 301 549 do not demand. */
const since22: readonly string[] = ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'];

interface Row {
  number: string;
  name: string;
  conformance: Conformance;
  remarks: string;
}

/** WCAG 2.2 has no criterion 4.1.1. WCAG 2.0 and 2.1, which laws name, have it. */
const parsing: Row = {
  number: '4.1.1',
  name: 'Parsing',
  conformance: 'Supports',
  remarks: 'The W3C declares it met for every page in HTML. WCAG 2.2 does not have it.',
};

const conformanceOf = (letter: string): Conformance =>
  letter === 'S' ? 'Supports' : letter === 'P' ? 'Partially supports' : 'Not applicable';

/** Rows of number, name, letter of the conformance, and remark. */
const rowsOf = (text: string): Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [number = '', name = '', letter = '', remarks = ''] = line.split('|').map((cell) => cell.trim());
      return { number, name, conformance: conformanceOf(letter), remarks };
    });

const withoutVision =
  'Orca reads a whole booking. It does not say that Enter has chosen a day. Other screen readers have not been tried.';
const cognition =
  'One decision on each screen, in plain words, with a review before anything is sent. The consent and the health questions have the words of the testing service, in English only.';
const reach =
  'All controls work by keyboard and have targets of 24 by 24 CSS pixels or more. Speech input has not been tried.';

/** Section 508, chapter 3. */
const functional = rowsOf(`
302.1 | Without Vision | P | ${withoutVision}
302.2 | With Limited Vision | S | Text grows to twice its size, reflows at 400 %, and keeps its contrast in light, dark and forced colors.
302.3 | Without Perception of Color | S | What a color says is also said by words, a mark or a border.
302.4 | Without Hearing | S | Nothing is said by sound.
302.5 | With Limited Hearing | S | Nothing is said by sound.
302.6 | Without Speech | S | Nothing asks for speech. The contact can be a page or an e-mail address.
302.7 | With Limited Manipulation | S | ${reach}
302.8 | With Limited Reach and Strength | S | ${reach}
302.9 | With Limited Language, Cognitive, and Learning Abilities | P | ${cognition}
`);

const support = `Your own support helps your users. The elements show your contact.`;
/** Section 508, chapter 6. */
const documentation = rowsOf(`
602.2 | Accessibility and Compatibility Features | S | The guide of accessibility names the features and the known gaps.
602.3 | Electronic Support Documentation | S | The guides are a site with headings, lists, tables and a search. axe finds no fault in its pages, in light and dark.
602.4 | Alternate Formats for Non-Electronic Support Documentation | N | All documentation is electronic.
603.2 | Information on Accessibility and Compatibility Features | N | ${support}
603.3 | Accommodation of Communication Needs | N | ${support}
`);

/** EN 301 549, clause 4. */
const statements = rowsOf(`
4.2.1 | Usage without vision | P | ${withoutVision}
4.2.2 | Usage with limited vision | S | See 302.2.
4.2.3 | Usage without perception of colour | S | See 302.3.
4.2.4 | Usage without hearing | S | See 302.4.
4.2.5 | Usage with limited hearing | S | See 302.5.
4.2.6 | Usage with no or limited vocal capability | S | See 302.6.
4.2.7 | Usage with limited manipulation or strength | S | ${reach}
4.2.8 | Usage with limited reach | S | ${reach}
4.2.9 | Minimize photosensitive seizure triggers | S | Nothing flashes.
4.2.10 | Usage with limited cognition, language or learning | P | ${cognition}
4.2.11 | Privacy | S | No feature of accessibility shows or sends more than without it.
`);

/** EN 301 549 demands that whole pages conform. */
const wholePages: Row = {
  number: '9.6',
  name: 'WCAG conformance requirements',
  conformance: 'Partially supports',
  remarks:
    'The page around an element is yours. A process conforms if your pages do, with the gaps of 9.4.1.2.',
};

/** EN 301 549, clause 9: WCAG 2.1. */
const web: Row[] = [
  ...[...criteria.filter(({ number }) => !since22.includes(number)), parsing]
    .toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }))
    .map((row) => ({ ...row, number: `9.${row.number}` })),
  wholePages,
];

/** EN 301 549, clause 12. */
const documentationInEurope = rowsOf(`
12.1.1 | Accessibility and compatibility features | S | See 602.2.
12.1.2 | Accessible documentation | S | See 602.3.
12.2.2 | Information on accessibility and compatibility features | N | ${support}
12.2.3 | Effective communication | N | ${support}
12.2.4 | Accessible documentation | N | ${support}
`);

interface Chapter {
  heading: string;
  rows: Row[];
  component: 'web' | 'none';
  /** Why the report has no rows of it. */
  notes?: string;
}

const ofLevel = (level: string) => criteria.filter((criterion) => criterion.level === level);
const left = (heading: string, notes: string): Chapter => ({ heading, rows: [], component: 'none', notes });
const rows = (heading: string, list: Row[], component: 'web' | 'none' = 'none'): Chapter => ({
  heading,
  rows: list,
  component,
});

/** The chapters, by the names of the catalog. */
export const chapters: Record<string, Chapter> = {
  success_criteria_level_a: rows('WCAG 2.2, level A', [...ofLevel('A'), parsing], 'web'),
  success_criteria_level_aa: rows('WCAG 2.2, level AA', ofLevel('AA'), 'web'),
  success_criteria_level_aaa: left(
    'WCAG 2.2, level AAA',
    'Not evaluated. No law that this report names demands it.',
  ),
  functional_performance_criteria: rows(
    'Section 508, chapter 3: Functional Performance Criteria',
    functional,
  ),
  hardware: left('Section 508, chapter 4: Hardware', 'The product is no hardware.'),
  software: left(
    'Section 508, chapter 5: Software',
    'The product is web content, for which the criteria of WCAG apply.',
  ),
  support_documentation_and_services: rows(
    'Section 508, chapter 6: Support Documentation and Services',
    documentation,
  ),
  en_301_549_functional_performance: rows(
    'EN 301 549, clause 4: Functional performance statements',
    statements,
  ),
  en_301_549_generic_requirements: left(
    'EN 301 549, clause 5: Generic requirements',
    'The product has no closed functionality, no biometrics, no conversion, and no operable parts of its own.',
  ),
  en_301_549_web: rows('EN 301 549, clause 9: Web', web),
  en_301_549_documentation_and_support_services: rows(
    'EN 301 549, clause 12: Documentation and support services',
    documentationInEurope,
  ),
};

/** Each law: its standard, since when, and what answers it in this report. */
const laws = [
  [
    'Section 504 (45 CFR 84, subpart I): recipients of money of the HHS',
    'WCAG 2.1, A and AA',
    '11 May 2027 with 15 or more employees, 10 May 2028 with fewer',
    'The criteria of WCAG but those that 2.2 adds',
  ],
  [
    'ADA Title II (28 CFR 35, subpart H): state and local governments',
    'WCAG 2.1, A and AA',
    '26 April 2027 from 50,000 people on, 26 April 2028 below',
    'The criteria of WCAG but those that 2.2 adds',
  ],
  [
    'Section 508 (36 CFR 1194): federal agencies',
    'WCAG 2.0, A and AA, and chapters 3 and 6',
    'In force',
    'The criteria of WCAG, and chapters 3 and 6',
  ],
  [
    'EN 301 549 V3.2.1: the European Accessibility Act and public procurement',
    'WCAG 2.1, A and AA, as clause 9, and clauses 4 and 12',
    'In force',
    'Clauses 4, 9 and 12',
  ],
];

const { version } = JSON.parse(readFileSync(new URL('../../widget/package.json', import.meta.url), 'utf8'));
const description =
  'Four custom elements with which customers book a diagnostic test on a page of their provider, see their appointments, and clinicians sign orders.';
const scope =
  'A self-assessment of the elements. It covers neither the pages around them nor the hosted page in the frame of dx-handoff. Replace the e-mail address with yours before you hand it on.';
const methods =
  'axe on each state of each screen in light, dark and forced colors; a whole booking by keyboard; zoom, reflow and text spacing on each state; English, Spanish, German and Arabic; a whole booking with Orca 43 in Firefox.';
const contact = { name: 'The authors of dx-booking', email: 'accessibility@vendor.example' };

/** The report in the format of OpenACR 0.1.0. */
export const openAcr = {
  title: 'dx-booking Accessibility Conformance Report',
  product: { name: 'dx-booking: widget', version, description },
  author: contact,
  vendor: contact,
  report_date: assessedOn,
  notes: [scope, ...laws.map(([law, standard, since]) => `${law}: ${standard}. ${since}.`)].join('\n'),
  evaluation_methods_used: [methods, ...gapsInEvaluation].join('\n'),
  legal_disclaimer: 'It says what is known of this version. It is no legal advice.',
  license: 'Apache-2.0',
  catalog: '2.5-edition-wcag-2.2-508-eu-en',
  chapters: Object.fromEntries(
    Object.entries(chapters).map(([id, { rows: list, component, notes }]) => [
      id,
      notes === undefined
        ? {
            criteria: list.map(({ number, conformance, remarks }) => ({
              num: number,
              components: [{ name: component, adherence: { level: levels[conformance], notes: remarks } }],
            })),
          }
        : { disabled: true, notes },
    ]),
  ),
};

const table = ({ heading, rows: list, notes }: Chapter) => `## ${heading}

${
  notes ??
  `| Criterion | Conformance | Remarks |
| --- | --- | --- |
${list.map(({ number, name, conformance, remarks }) => `| ${number} ${name} | ${conformance} | ${remarks} |`).join('\n')}`
}
`;

/** The whole document `widget/vpat.md`. */
export const conformanceDocument = `# Accessibility conformance report

For buyers, in the order of VPAT 2.5 INT. [openacr.yaml](openacr.yaml) is the same report for tools that read OpenACR. Both are
made from the criteria of [Accessibility](accessibility.md), which names the tests of each. A test checks that they are up to date.

| | |
| --- | --- |
| Product | ${openAcr.product.name} ${version} |
| Description | ${description} |
| Contact | ${contact.email}: replace it with yours |
| Date | ${assessedOn} |
| Scope | ${scope} |
| Methods | ${methods} |

${gapsInEvaluation.map((gap) => `- ${gap}`).join('\n')}

## Laws

| Law | Standard | Since | In this report |
| --- | --- | --- | --- |
${laws.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

WCAG 2.2 adds ${since22.join(', ')} to WCAG 2.1.

${Object.values(chapters).map(table).join('\n')}`;
