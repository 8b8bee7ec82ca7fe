/** The criteria of WCAG 2.2, levels A and AA, and how the widget meets each. The report is made from this list. */
import { type ProofName, proofs } from './proofs.ts';

export type Conformance = 'Supports' | 'Partially supports' | 'Not applicable';

export interface Criterion {
  number: string;
  name: string;
  level: 'A' | 'AA';
  conformance: Conformance;
  remarks: string;
  proofs: readonly ProofName[];
}

/** Number, name, level, remark, and the names of the tests. A remark that begins with "None:" says that nothing here is of its kind. */
const rows = `
1.1.1 | Non-text Content | A | Icons are hidden from screen readers and have words beside them. The icon buttons have a name. | axe
1.2.1 | Audio-only and Video-only | A | None: no audio and no video. |
1.2.2 | Captions (Prerecorded) | A | None: no video. |
1.2.3 | Audio Description or Media Alternative | A | None: no video. |
1.2.4 | Captions (Live) | AA | None: no video. |
1.2.5 | Audio Description (Prerecorded) | AA | None: no video. |
1.3.1 | Info and Relationships | A | Headings, lists, groups of questions, labels, hints and errors are marked as such. | axe headings
1.3.2 | Meaningful Sequence | A | The order of the document is that of the screen. | order keyboard
1.3.3 | Sensory Characteristics | A | No instruction names a shape, a color or a position. |
1.3.4 | Orientation | AA | Nothing depends on the orientation. A low window shows the bar of chosen times in place. | reflow
1.3.5 | Identify Input Purpose | AA | Each field about the person has its \`autocomplete\` token. | autofill
1.4.1 | Use of Color | A | What is chosen, done or wrong also has words, a mark or a border. | colour forced
1.4.2 | Audio Control | A | None: no audio. |
1.4.3 | Contrast (Minimum) | AA | Derived from the partner’s colors, at least 4.5:1 in light and dark. | contrast axe
1.4.4 | Resize Text | AA | Text follows the font size of the browser. At twice the size nothing is lost, even at 320 CSS pixels. | size
1.4.5 | Images of Text | AA | None: no images of text. |
1.4.10 | Reflow | AA | At 320 CSS pixels (400 % of 1280) only the days and wide tables scroll sideways, each in a box of its own. | reflow
1.4.11 | Non-text Contrast | AA | Edges of controls and the focus have at least 3:1. A paler edge of the partner is corrected. | edges contrast
1.4.12 | Text Spacing | AA | Nothing is cut off or covered. | spacing
1.4.13 | Content on Hover or Focus | AA | None: nothing appears on hover or focus. |
2.1.1 | Keyboard | A | Every step works by keyboard. | keyboard
2.1.2 | No Keyboard Trap | A | Dialogs close with Escape and return the focus. | keyboard dialog
2.1.4 | Character Key Shortcuts | A | None: no shortcuts of single characters. |
2.2.1 | Timing Adjustable | A | A partner can set a time without activity. A warning comes before its end, and one press extends it. Drafts are kept. | idle signedOut drafts
2.2.2 | Pause, Stop, Hide | A | Only the mark of a waiting button and the bar of a waiting screen keep moving, while something loads, and not under reduced motion. | motion
2.3.1 | Three Flashes or Below Threshold | A | Nothing flashes. | motion
2.4.1 | Bypass Blocks | A | Each step has a heading of level 2, and the progress is a landmark. A skip link is the page’s. | headings
2.4.2 | Page Titled | A | None: the page has the title. The element changes it at no step. |
2.4.3 | Focus Order | A | The focus moves to the heading of the new step, also where a click does not focus a button. Back and Forward of the browser go one step. | heading press keyboard history
2.4.4 | Link Purpose (In Context) | A | Links and buttons name what they lead to: the document to read, the clinic to choose. | axe name
2.4.5 | Multiple Ways | AA | None: the booking is a process on one page. |
2.4.6 | Headings and Labels | AA | The heading of a step asks for its decision. Labels name the fact. | headings
2.4.7 | Focus Visible | AA | Each control shows its focus, also in forced colors. | focus keyboard
2.4.11 | Focus Not Obscured (Minimum) | AA | The bars that stay in view leave room for what has the focus. The bar of chosen times is one line, and in a low window it does not stay in view. | focus bar
2.5.1 | Pointer Gestures | A | None: no gestures. The row of days also has buttons. |
2.5.2 | Pointer Cancellation | A | Actions follow the click, not the press. Nothing is drawn between the two, so no press misses its button. | pressed
2.5.3 | Label in Name | A | The name of each control contains what it shows. | name
2.5.4 | Motion Actuation | A | None: nothing reacts to motion. |
2.5.7 | Dragging Movements | AA | None: nothing is dragged. A file can also be chosen with a button. |
2.5.8 | Target Size (Minimum) | AA | At least 24 by 24 CSS pixels; most are 48 high. | target
3.1.1 | Language of Page | A | The element has its own \`lang\` and \`dir\`, independent of those of the page. | language direction
3.1.2 | Language of Parts | AA | Texts of the service are marked as English. | service
3.2.1 | On Focus | A | Nothing changes on focus. | keyboard
3.2.2 | On Input | A | No answer is sent before a button is pressed: what is typed is saved as a draft, a chosen file is uploaded, and the screen stays. The order of the clinics changes at once, and is announced. | onLeave
3.2.3 | Consistent Navigation | AA | Progress and the button back are at the same place at every step. Back and Forward of the browser follow the steps. | history
3.2.4 | Consistent Identification | AA | One catalogue has the words of each action. | name
3.2.6 | Consistent Help | A | The contact of the partner is at the end of each screen of each element but the one after a sign-out, also below a failure before the first view. |
3.3.1 | Error Identification | A | A summary takes the focus and names each error. Each error is also at its field. After a correction one press is enough. | errors onLeave pressed
3.3.2 | Labels or Instructions | A | Each field has a label. Optional fields say so. | axe
3.3.3 | Error Suggestion | AA | Each error says what to enter, with an example. | errors pressed
3.3.4 | Error Prevention (Legal, Financial, Data) | AA | Health answers are reviewed before they are sent. The review names the amount and has a way to change each part. | reviewed payment change
3.3.7 | Redundant Entry | A | No fact is asked twice. What the partner or the last booking knows is filled in, and the search runs near the known ZIP code. | once known zip
3.3.8 | Accessible Authentication (Minimum) | AA | None: the partner signs its users in. The consent asks for a typed name as a signature, which is no test. |
4.1.2 | Name, Role, Value | A | Native controls. The row of days is a list box, and a time is a toggle button. | axe keyboard
4.1.3 | Status Messages | AA | Progress, waiting, the result of a choice and the confirmation are announced. | status live
`;

/** What does not conform or is not known. Each is a row of the report. */
const gaps: Record<string, string> = {
  '4.1.2': 'Orca does not say that Enter has chosen a day. The name of each time has the date.',
};

/** When a person last went through all criteria. */
export const assessedOn = '27 November 2026';

/** What the evaluation did not cover. */
export const gapsInEvaluation: readonly string[] = [
  'No person who uses a screen reader every day has tested the elements yet. NVDA, JAWS, VoiceOver and TalkBack have not been tried.',
  'The booking with Orca is one of a DEXA scan, from the sign-in to the confirmation. It does not cover the health check before the payment, a booking that ends, and the other elements.',
  'Speech input has not been tried. A test checks that the name of each control contains what it shows.',
  'Forced colors are emulated in Chromium. Contrast themes of Windows have not been tried.',
];

/** All criteria, in the order of their numbers. */
export const criteria: readonly Criterion[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [number = '', name = '', level, remark = '', tests = ''] = row
      .split('|')
      .map((cell) => cell.trim());
    const gap = gaps[number] ?? '';
    const isNone = remark.startsWith('None: ');
    const words = isNone ? remark.slice('None: '.length) : remark;
    return {
      number,
      name,
      level: level === 'A' ? 'A' : 'AA',
      conformance: gap !== '' ? 'Partially supports' : isNone ? 'Not applicable' : 'Supports',
      remarks: `${words.charAt(0).toUpperCase()}${words.slice(1)}${gap === '' ? '' : ` ${gap}`}`,
      proofs: tests.split(' ').filter((test): test is ProofName => test in proofs),
    };
  });
