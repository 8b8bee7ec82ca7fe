/** A page that shows the forms of the physician's element in each state: `?state=provider`. */
import '../../../widget/physician/physician-order.ts';
import type { LitElement } from 'lit';
import { physicianStates } from './physician.ts';

const name = new URLSearchParams(location.search).get('state') ?? 'provider';
const state = physicianStates[name];
if (state !== undefined) {
  const element = Object.assign(document.createElement(state.tag), state.properties) as LitElement;
  document.querySelector('main')?.append(element);
  await element.updateComplete;
  if (state.submits) element.renderRoot.querySelector('form')?.requestSubmit();
  await element.updateComplete;
}
document.documentElement.dataset.ready = 'true';
