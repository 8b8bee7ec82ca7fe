/** "What did I sign?": the customer reads it in the details of an appointment, and keeps a copy. */
import { accessible } from './accessible.ts';
import { mount } from './appointments-mounted.ts';
import { json } from './appointments-server.ts';
import { assert, equal, until } from './assert.ts';
import { appointment } from './gallery/appointments.ts';
import { signed, signedText } from './gallery/legal.ts';
import { printed } from './printed.ts';

describe('what the customer signed', () => {
  it('is shown with text, decisions, name, time and version, can be printed, and leads back', async () => {
    const consent = structuredClone(signedText);
    const [first, second] = consent.text.decisions;
    if (!first || !second) throw new Error('no consent');
    const row = `<tr>${'<td>Electrocardiographically</td>'.repeat(3)}</tr>`;
    first.detail = `<p>Dear <b>you</b></p><script>globalThis.broken = 1</script><table>${row}</table>`;
    consent.decisions[second.id] = false;
    const here = await mount(appointment({ actions: ['consents'] }));
    here.server.answers.set('GET /consents', () => json({ consents: [consent] }));
    await here.press('What you signed');
    await until(() => here.focused()?.id === 'ask', 'the heading has the focus');
    equal(here.words('h2'), 'What you signed');
    const text = here.words('.screen');
    assert(
      /Signed by ?Ada Amsel ?Signed on ?Nov 1[89], 2026.* ?Signed from \(IP address\) ?203.0.113.9 ?Version of the text ?1/.test(
        text,
      ),
      text,
    );
    const pressed = (label: string) => text.slice(text.indexOf(label) + label.length).trim();
    assert(pressed(first.label).startsWith('You agreed to this. Dear you'), pressed(first.label));
    assert(pressed(second.label).startsWith('You did not agree to this.'), pressed(second.label));
    equal(here.root.querySelector('.copy b')?.textContent, 'you');
    assert(!text.includes('broken') && here.root.querySelector('script') === null, 'no script');
    for (const { body } of consent.text.sections) assert(text.includes(body.replace(/\s+/g, ' ')), body);
    here.element.style.inlineSize = '320px';
    const { scrollWidth } = here.root.querySelector('.frame') ?? here.element;
    assert(scrollWidth <= 320, `nothing is wider than the screen: ${scrollWidth}`);
    await accessible(here.element);

    const paper = await printed(() => here.press('Save or print'));
    equal(paper.title, 'What you signed');
    assert(paper.text.includes('Ada Amsel') && paper.text.includes('Dear you'), paper.text);

    await here.press('Back to appointments');
    await until(() => here.focused()?.getAttribute('data-action') === 'consents', 'the focus is back');
    assert(here.focused()?.closest('details')?.open, 'the details are open');
    here.leave();
    await until(() => document.querySelector('iframe') === null, 'the document is gone');
  });

  it('has the signer, the size and the checksum of a document', async () => {
    const here = await mount(appointment({ actions: ['consents'] }));
    here.server.answers.set('GET /consents', () => json(signed));
    await here.press('What you signed');
    await until(() => here.words('.screen').includes('Checksum (SHA-256)'), 'the document');
    const text = here.words('.screen');
    assert(
      /Signed by ?Ada Amsel ?Signed on ?Nov 1[78], 2026.* ?Signed document ?PDF, 294 kB ?Checksum \(SHA-256\) ?9f86/.test(
        text,
      ),
      text,
    );
    here.element.style.inlineSize = '320px';
    const { scrollWidth } = here.root.querySelector('.frame') ?? here.element;
    assert(scrollWidth <= 320, `nothing is wider than the screen: ${scrollWidth}`);
    here.leave();
  });

  it('is not offered if the customer signed nothing here', async () => {
    const here = await mount(appointment({ actions: ['cancel'] }));
    equal(here.button('What you signed'), undefined);
    here.leave();
  });
});
