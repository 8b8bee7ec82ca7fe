/** The ways to leave the page: links, or messages to the partner's page if it is framed. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedView } from '../handoff-view.ts';
import type { Post } from './parent-window.ts';

/** How the member leaves. */
export interface Leave {
  framed: boolean;
  post: Post;
  exit(): void;
}

type WayOut = TemplateResult | typeof nothing;

/** Draws the link to the partner's `return_url`. */
export function wayBack({ return_url }: HostedView, leave: Leave): WayOut {
  if (!return_url) return nothing;
  return wayTo(leave, 'return', return_url, `Return to ${siteName(return_url)}`, 'primary');
}

/** Draws the link to the partner's `member_profile_url`, unless the partner hides it. */
export function wayToProfile({ member_profile_url, ui_controls }: HostedView, leave: Leave): WayOut {
  if (!member_profile_url || ui_controls.hide_return_to_profile) return nothing;
  return wayTo(leave, 'profile', member_profile_url, 'Return to profile', 'plain');
}

/** Draws the button that leaves the page, unless the partner hides it. */
export function wayOut({ ui_controls }: HostedView, leave: Leave, label: string): WayOut {
  if (ui_controls.hide_exit) return nothing;
  return html`<button type="button" class="plain" @click=${() => leave.exit()}>${label}</button>`;
}

/** A framed page never navigates itself: it asks the partner's page to. */
function wayTo(
  { framed, post }: Leave,
  name: 'return' | 'profile',
  url: string,
  label: string,
  appearance: 'primary' | 'plain',
): TemplateResult {
  return framed
    ? html`<button type="button" class=${appearance} @click=${() => post(name, { url })}>${label}</button>`
    : html`<a class=${appearance} href=${url}>${label}</a>`;
}

/** A loopback address means nothing to a member. */
function siteName(address: string): string {
  const { hostname } = new URL(address);
  return /^(localhost|[\d.]+|\[.*\])$/.test(hostname) ? 'where you ordered' : hostname;
}
