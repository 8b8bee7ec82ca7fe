/** The screens that a customer prints with the browser's own command. */
import { emulateMedia } from '@web/test-runner-commands';
import { equal } from './assert.ts';
import { scenes } from './gallery/scenes.ts';
import { controlsIn, nameOf } from './usable.ts';

const printedScenes = ['booking/sent-confirmed', 'appointments/visit', 'appointments/several-results'];

describe('on paper', () => {
  const main = document.body.appendChild(document.createElement('main'));
  afterEach(() => emulateMedia({ media: 'screen' }));

  for (const scene of printedScenes)
    it(`${scene} has no buttons and no progress`, async () => {
      const { element, leave } = (await scenes.get(scene)?.(main)) ?? {};
      const pressed = () => controlsIn(element as Element).filter((it) => it.matches('button, .button'));
      equal(pressed().length > 0, true);
      await emulateMedia({ media: 'print' });
      equal(pressed().map(nameOf), []);
      equal(element?.shadowRoot?.querySelector('.progress')?.checkVisibility() ?? false, false);
      leave?.();
    });
});
