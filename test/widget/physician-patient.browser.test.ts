/** `<dx-physician-order>` always says for whom it is, and lists the orders that wait. */
import { assert, equal, until } from './assert.ts';
import { scenes } from './gallery/scenes.ts';

const shadowOf = (element: HTMLElement) => element.shadowRoot as ShadowRoot;
const orders = [...scenes.keys()].filter((name) => /^physician\/(?!worklist|patient-unknown)/.test(name));

describe('The patient', () => {
  for (const name of orders)
    it(`is above the screen, with the help of the partner below: ${name}`, async () => {
      const { element, leave } = (await scenes.get(name)?.(document.body)) ?? {};
      assert(element && leave, name);
      const strip = shadowOf(element).querySelector('.patient');
      const words = strip?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
      for (const part of [
        'Ada Example',
        'Born April 12, 1979',
        'Calcium Score',
        '12 Example Way, Springfield, IL 62701',
      ])
        assert(words.includes(part), `${part} in ${words}`);
      assert(/(Times asked for|Confirmed time)/.test(words), 'the times');
      assert(/(Order due|Overdue since)/.test(words), 'the deadline');
      equal(shadowOf(element).querySelector('.help a')?.getAttribute('href'), 'tel:5550100142');
      leave();
    });

  it('is not this one: the clinician goes no further', async () => {
    const { element, leave } = (await scenes.get('physician/provider')?.(document.body)) ?? {};
    assert(element && leave, 'the element');
    const told: unknown[] = [];
    element.addEventListener('dx-physician-wrong-patient', (event) =>
      told.push((event as CustomEvent).detail),
    );
    shadowOf(element).querySelector<HTMLElement>('.patient button')?.click();
    await until(() => shadowOf(element).querySelector('[role="alert"]'), 'the words');
    equal(shadowOf(element).querySelector('.step'), null);
    equal(told, [{ appointment_id: 'appointment-1' }]);
    leave();
  });

  it('opens from the worklist', async () => {
    const { element, leave } = (await scenes.get('physician/worklist')?.(document.body)) ?? {};
    assert(element && leave, 'the element');
    const lines = [...shadowOf(element).querySelectorAll('.worklist .name')];
    equal(
      lines.map((line) => line.textContent?.trim()),
      [
        'Ada Example',
        'Benedikta Wasserstrahl-Oyelaran',
        'We don’t have the patient’s name here. Check it in the order.',
      ],
    );
    shadowOf(element).querySelector<HTMLElement>('.worklist button')?.click();
    equal((element as HTMLElement & { appointmentId: string }).appointmentId.length, 36);
    leave();
  });

  it('has no list where no order waits', async () => {
    const { element, leave } = (await scenes.get('physician/worklist-empty')?.(document.body)) ?? {};
    assert(element && leave, 'the element');
    assert(shadowOf(element).querySelector('.lead'), 'the words');
    equal(shadowOf(element).querySelector('ul'), null);
    leave();
  });
});
