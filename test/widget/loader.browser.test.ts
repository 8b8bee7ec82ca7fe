/** The loader: when it loads a module, a second loader on a page, and failures. */
import { assert, atRest, equal, until } from './assert.ts';
import { PartnerServer } from './partner-server.ts';

describe('the loader', () => {
  it('loads a module when its tag is on the page and not before, once for any number of loaders', async () => {
    const server = new PartnerServer().start();
    await import('../../widget/loader.ts');
    await import(`${'../../widget/loader.ts'}?again`);
    const fetched = () =>
      performance.getEntriesByType('resource').filter(({ name }) => /journey\/booking/.test(name));
    await atRest(() => fetched().length);
    equal([fetched().length, customElements.get('dx-booking') === undefined], [0, true], 'fetched too early');

    const element = document.createElement('dx-booking');
    element.setAttribute('server', server.base);
    element.getSubjectToken = async () => 'given before the element is known';
    document.body.append(element);
    // The loader's observer runs before this goes on, and draws before anything is fetched.
    await Promise.resolve();
    const outline = element.shadowRoot?.firstElementChild;
    equal(
      [customElements.get('dx-booking') === undefined, outline?.clientHeight],
      [true, 420],
      'the outline',
    );
    await until(() => element.shadowRoot?.querySelector('dx-place-step'), 'the first step');
    assert(outline?.isConnected === false, 'the outline is gone');
    equal(fetched().length, 1, 'times fetched');
    equal(server.subjects, ['given before the element is known']);
    assert(document.querySelector('dx-booking > [role=alert]') === null, 'no failure shown');
    element.remove();
    server.stop();
  });

  it('looks once at each of 18,000 nodes, with 500 shadow roots and names that nobody defines', async () => {
    const page = document.createElement('main');
    page.innerHTML = '<p>a<b>b</b><x-unknown>c</x-unknown></p>'.repeat(3_000);
    for (const host of [...page.querySelectorAll('p')].slice(0, 500))
      host.attachShadow({ mode: 'open' }).innerHTML = '<p>in a root</p>';
    const nodes = document.createNodeIterator(page, NodeFilter.SHOW_ALL);
    let expected = 500 * 3;
    while (nodes.nextNode()) expected++;

    // The loader reads the children of each node at which it looks.
    const childNodes = Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes') as PropertyDescriptor;
    let looks = 0;
    Object.defineProperty(Node.prototype, 'childNodes', {
      configurable: true,
      get(this: Node) {
        looks++;
        return childNodes.get?.call(this);
      },
    });
    try {
      document.body.append(page);
      // The loader's observer runs before this goes on.
      await Promise.resolve();
      equal(looks, expected, 'looks');
    } finally {
      Object.defineProperty(Node.prototype, 'childNodes', childNodes);
      page.remove();
    }
  });
});
