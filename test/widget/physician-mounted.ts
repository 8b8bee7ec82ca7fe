/** Mounts a form of `<dx-physician-order>` and records its events. */
import type { LitElement } from 'lit';
import '../../widget/physician/physician-order.ts';
import { assert } from './assert.ts';

export async function put(tag: string, properties: object) {
  const element = Object.assign(document.createElement(tag), properties) as LitElement;
  const received: [type: string, detail: unknown][] = [];
  for (const type of ['dx-sign', 'dx-change', 'dx-abandon', 'dx-prepare', 'dx-hand-in', 'dx-upload'])
    element.addEventListener(type, (event) => received.push([type, (event as CustomEvent).detail]));
  document.body.append(element);
  await element.updateComplete;
  const all = <E extends Element = HTMLElement>(selector: string) => [
    ...element.renderRoot.querySelectorAll<E>(selector),
  ];
  const one = <E extends Element = HTMLElement>(selector: string) => {
    const [found] = all<E>(selector);
    assert(found, selector);
    return found;
  };
  const write = (name: string, value: string) => {
    const input = one<HTMLInputElement>(`#${name}`);
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const submit = async () => {
    one<HTMLFormElement>('form').requestSubmit();
    await element.updateComplete;
  };
  return { element, received, all, one, write, submit };
}

export function clear(): void {
  for (const element of document.querySelectorAll(
    'dx-physician-signing, dx-physician-provider, dx-physician-document',
  ))
    element.remove();
}
