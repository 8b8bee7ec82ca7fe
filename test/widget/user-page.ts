/**
 * What the tests of users read off an element and its stand-in server. Tokens are JWTs, or opaque ones such as
 * `ada-1`.
 */
// The element loads it as soon as it knows the user.
import '../../widget/core/user-panel.ts';
import { assert } from './assert.ts';
import type { PartnerServer } from './partner-server.ts';

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
export const jwt = (sub: string, jti: number) =>
  `${part({ alg: 'ES256' })}.${part({ iss: 'https://clinic.example', sub, jti })}.signature`;

/** The user that the server finds behind a token. */
export function subjectOf(token: string): string {
  const [, payload] = token.split('.');
  return payload === undefined ? (token.split('-')[0] ?? '') : JSON.parse(atob(payload)).sub;
}

/** The users whose widget tokens were sent in requests from this one on, each once. */
export function tokensOf(server: PartnerServer, from: number): string[] {
  const named = server.calls.slice(from).flatMap(({ headers }) => {
    const number = headers.get('authorization')?.replace('DPoP widget-', '');
    return number === undefined ? [] : subjectOf(server.subjects[Number(number) - 1] ?? '');
  });
  return [...new Set(named)];
}

/** The part of the element that holds everything of its user. */
export function userAt(element: Element): HTMLElement {
  const view = element.shadowRoot?.querySelector<HTMLElement>('.user-view, .handoff');
  assert(view, 'the view');
  return view;
}
export function isHidden(element: Element): boolean {
  const view = userAt(element);
  return view.inert && !view.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}
export const panelOf = (element: Element): string | null =>
  element.shadowRoot?.querySelector('.user-panel:not([hidden]) h2')?.textContent ?? null;
