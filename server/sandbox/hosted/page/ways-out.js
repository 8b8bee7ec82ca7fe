/** The ways off the page: links where the page stands alone, messages to the partner's page where it is framed. */
import { element } from './element.js';

export function wayTo(leave, name, url, label, look = 'plain') {
  const way = leave.to(name, url);
  return typeof way === 'function'
    ? element('button', { type: 'button', class: look, onclick: way }, label)
    : element('a', { class: look, href: way }, label);
}

export function wayBack({ return_url }, leave, look) {
  return return_url && wayTo(leave, 'return', return_url, `Return to ${siteName(return_url)}`, look);
}

export function wayToProfile({ member_profile_url, ui_controls }, leave) {
  const shown = member_profile_url && !ui_controls.hide_return_to_profile;
  return shown && wayTo(leave, 'profile', member_profile_url, 'Return to profile');
}

export function wayOut({ ui_controls }, leave, label) {
  return (
    !ui_controls.hide_exit &&
    element('button', { type: 'button', class: 'plain', onclick: leave.exit }, label)
  );
}

/** A machine's own address says nothing to a member. */
function siteName(address) {
  const { hostname } = new URL(address);
  return /^(localhost|[\d.]+|\[.*\])$/.test(hostname) ? 'where you ordered' : hostname;
}
