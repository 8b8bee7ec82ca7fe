/** widget/elements.md lists the attributes and properties that each element has. */
import '../../widget/appointments/appointments.ts';
import '../../widget/handoff/handoff-element.ts';
import '../../widget/journey/booking.ts';
import '../../widget/physician/physician-order.ts';
import { assert, equal } from './assert.ts';

/** The first two cells of each row of the first table below a heading, without their marks. */
function firstTable(guide: string, heading: string): [attribute: string, property: string][] {
  const below = `\n${guide}`.split(`\n${heading}\n`)[1]?.split(/^#{2,3} /m)[0] ?? '';
  const table = below.split('\n\n').find((block) => block.startsWith('| Attribute')) ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => {
      const [, attribute = '', property = ''] = row.split('|').map((cell) => cell.replaceAll('`', '').trim());
      return [attribute, property];
    });
}

describe('The guide of the widget', () => {
  for (const tag of ['dx-booking', 'dx-appointments', 'dx-physician-order', 'dx-handoff'])
    it(`lists the attributes and properties of <${tag}>`, async () => {
      const guide = await (await fetch('/widget/elements.md')).text();
      const rows = [...firstTable(guide, '# Elements'), ...firstTable(guide, `## \`<${tag}>\``)];
      const element = document.createElement(tag);
      const { observedAttributes } = customElements.get(tag) as unknown as { observedAttributes: string[] };
      const listed = rows.map(([attribute]) => attribute).filter((name) => name !== '');
      // Every element of HTML has `lang`; ours watch it on the page too.
      equal(listed.sort().join(), [...observedAttributes, 'lang'].sort().join());
      for (const [, property] of rows) assert(property in element, `${tag} has no property ${property}`);
    });
});
