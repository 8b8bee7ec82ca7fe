/** `<dx-physician-order>` always says for whom it is, and lists the orders that wait. */
import type { LitElement } from 'lit';
import { assert, equal, nextTask, until } from './assert.ts';
import { physicianViews } from './gallery/physician.ts';
import { scenes } from './gallery/scenes.ts';
import { PartnerServer, problem } from './partner-server.ts';

const shadowOf = (element: HTMLElement) => element.shadowRoot as ShadowRoot;
const orders = [...scenes.keys()].filter((name) => /^physician\/(?!worklist|patient-unknown)/.test(name));

describe('The focus', () => {
  it('goes to the next screen while the clinician is in the element, and stays in the chart beside it', async () => {
    const server = new PartnerServer().start();
    const becomes = (name: string) =>
      Object.assign(server, { view: { ...physicianViews[name], working: { poll_after_ms: 300 } } });
    becomes('finalizing');
    const chart = document.body.appendChild(document.createElement('input'));
    const element = document.createElement('dx-physician-order');
    Object.assign(element, { server: server.base, subjectToken: 'user-1', appointmentId: 'appointment-1' });
    document.body.append(element);
    const heading = () => shadowOf(element).querySelector('h2');
    try {
      await until(heading, 'the first screen');
      chart.focus();
      const first = heading()?.textContent;
      becomes('done');
      await until(() => heading()?.textContent !== first, 'the end of the order');
      await nextTask();
      assert(document.activeElement === chart, 'in the chart');
      heading()?.click();
      chart.blur();
      becomes('progress');
      await until(() => shadowOf(element).activeElement === heading(), 'focus on the heading');
    } finally {
      element.remove();
      chart.remove();
      server.stop();
    }
  });
});

describe('What becomes of a document', () => {
  it('is said where it is seen: a refused file at its field, a refused order in a message with the focus', async () => {
    const server = new PartnerServer().start();
    Object.assign(server, { view: physicianViews['document-known'] });
    const element = document.createElement('dx-physician-order');
    Object.assign(element, { server: server.base, subjectToken: 'user-1', appointmentId: 'appointment-1' });
    document.body.append(element);
    const form = () => shadowOf(element).querySelector<HTMLElement>('dx-physician-document');
    const inForm = (selector: string) => form()?.shadowRoot?.querySelector<HTMLInputElement>(selector);
    const choose = () => {
      const input = inForm('#document');
      const { items, files } = new DataTransfer();
      items.add(new File(['words'], 'order.pdf', { type: 'application/pdf' }));
      if (input) input.files = files;
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    };
    try {
      await until(() => inForm('#document'), 'the form');
      server.once('PUT', () => problem(415, 'document_not_pdf'));
      inForm('#document')?.focus();
      const before = server.calls.length;
      choose();
      await until(() => inForm('#document-error')?.textContent?.trim() === 'Choose a PDF file.', 'the error');
      equal(inForm('[aria-live]:has(> #document-error)') !== null, true, 'announced');
      const sent = server.calls.slice(before).map(({ method }) => method);
      equal(sent, ['GET', 'PUT'], 'a refusal of an old nonce would come while the file is on its way');
      await until(() => inForm('.error-summary')?.matches(':focus'), 'the summary');
      equal(shadowOf(element).querySelector('.message'), null);
      Object.assign(server, {
        view: {
          ...physicianViews['document-uploaded'],
          clinician: physicianViews['document-known']?.clinician,
        },
      });
      choose();
      await until(() => inForm('#document-hint[aria-live]')?.textContent?.includes('Uploaded'), 'the file');
      equal(inForm('#document-error')?.textContent?.trim(), '');
      server.once('POST /physician', () => problem(403, 'branch_not_provisioned'));
      inForm('#attestation')?.click();
      const send = inForm('button[type="submit"]');
      send?.focus();
      send?.click();
      await until(() => shadowOf(element).activeElement?.matches('.message.failed'), 'focus on the message');
    } finally {
      element.remove();
      server.stop();
    }
  });
});

describe('What a clinician has begun', () => {
  it('is there again after a look at another order, and is nobody else’s', async () => {
    const server = new PartnerServer().start();
    const show = (name: string) => Object.assign(server, { view: physicianViews[name] });
    const element = document.createElement('dx-physician-order');
    const open = (settings: object) => Object.assign(element, settings);
    open({ server: server.base, subjectToken: 'user-1', appointmentId: 'appointment-1' });
    document.body.append(element);
    const part = <E extends HTMLElement>(selector: string) =>
      [...shadowOf(element).querySelectorAll('.step')]
        .map((form) => form.shadowRoot?.querySelector<E>(selector))
        .find((found) => found != null);
    const type = (name: string, value: string) => {
      const input = part<HTMLInputElement>(`#${name}`) as HTMLInputElement;
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const becomes = (name: string, value: string) =>
      until(() => part<HTMLInputElement>(`#${name}`)?.value === value, `${name}: "${value}"`);
    const opens = async (settings: object) => {
      open(settings);
      await (element as LitElement).updateComplete;
      equal(shadowOf(element).querySelector('.step'), null);
      await until(() => shadowOf(element).querySelector('.step'), 'the form');
    };
    try {
      show('provider');
      await becomes('npi', '');
      type('npi', '1730184458');
      await opens({ appointmentId: 'appointment-2' });
      await becomes('npi', '');
      await opens({ appointmentId: 'appointment-1' });
      await becomes('npi', '1730184458');
      show('presentation');
      await opens({ appointmentId: 'appointment-3' });
      part<HTMLButtonElement>('button[type="button"]:not(.tertiary)')?.click();
      await until(() => part('#npi'), 'the change');
      type('npi', '1245319599');
      await opens({ appointmentId: 'appointment-2' });
      equal(part('#npi'), undefined);
      await opens({ appointmentId: 'appointment-3' });
      await becomes('npi', '1245319599');
      show('document-refused');
      await opens({ appointmentId: 'appointment-4' });
      part<HTMLInputElement>('#attestation')?.click();
      type('npi', '1730184458');
      await opens({ appointmentId: 'appointment-2' });
      await opens({ appointmentId: 'appointment-4' });
      await becomes('npi', '1730184458');
      equal(part<HTMLInputElement>('#attestation')?.checked, false);
      open({ subjectToken: 'user-2' });
      await becomes('npi', '');
    } finally {
      element.remove();
      server.stop();
    }
  });
});

describe('A change of the order', () => {
  it('ends when the order is signed elsewhere, and the page hears of it', async () => {
    const server = new PartnerServer().start();
    const becomes = (name: string) =>
      Object.assign(server, { view: { ...physicianViews[name], working: { poll_after_ms: 300 } } });
    becomes('presentation');
    const element = document.createElement('dx-physician-order');
    Object.assign(element, { server: server.base, subjectToken: 'user-1', appointmentId: 'appointment-1' });
    const steps: unknown[] = [];
    element.addEventListener('dx-physician-step', (event) => steps.push((event as CustomEvent).detail.step));
    document.body.append(element);
    const step = () => shadowOf(element).querySelector<HTMLElement>('.step')?.shadowRoot;
    try {
      await until(() => step()?.querySelector('#typed_name'), 'the frozen order');
      step()?.querySelector<HTMLElement>('button[type="button"]:not(.tertiary)')?.click();
      await until(() => step()?.querySelector('#npi'), 'the change');
      becomes('done');
      await until(() => shadowOf(element).querySelector('.step') === null, 'the end of the order');
      equal(steps, ['presentation', 'presentation', 'done']);
    } finally {
      element.remove();
      server.stop();
    }
  });
});

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
    const names = [...shadowOf(element).querySelectorAll('.worklist button .visually-hidden')];
    equal(names[0]?.textContent?.trim(), 'Open order: Ada Example, Calcium Score');
    shadowOf(element).querySelector<HTMLElement>('.worklist button')?.click();
    equal((element as HTMLElement & { appointmentId: string }).appointmentId.length, 36);
    leave();
  });

  it('follows Back and Forward of the browser between the worklist and an order, and keeps the state of the page', async () => {
    history.replaceState({ page: 'portal' }, '');
    const { element, leave } = (await scenes.get('physician/worklist')?.(document.body)) ?? {};
    assert(element && leave, 'the element');
    const shown = () => (element as HTMLElement & { appointmentId: string }).appointmentId;
    shadowOf(element).querySelector<HTMLElement>('.worklist button')?.click();
    const opened = shown();
    history.back();
    await until(() => shown() === '', 'the list');
    await until(
      () => shadowOf(element).activeElement?.textContent?.includes('Orders'),
      'focus on its heading',
    );
    history.forward();
    await until(() => shown() === opened, 'the order');
    equal(history.state.page, 'portal');
    const again = document.createElement('dx-physician-order') as HTMLElement & { appointmentId: string };
    again.setAttribute('worklist', '');
    document.body.append(again);
    equal(again.appointmentId, opened, 'after a reload');
    again.remove();
    leave();
    history.replaceState(null, '');
  });

  it('has no list where no order waits', async () => {
    const { element, leave } = (await scenes.get('physician/worklist-empty')?.(document.body)) ?? {};
    assert(element && leave, 'the element');
    assert(shadowOf(element).querySelector('.lead'), 'the words');
    equal(shadowOf(element).querySelector('ul'), null);
    leave();
  });
});
