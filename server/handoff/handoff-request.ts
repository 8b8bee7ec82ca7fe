/** What is asked of the service, after everything that could be wrong with it was checked here (Hosted scheduling handoff; HND-08..HND-18, T86). */
import type { OpenHandoff } from '../contract/handoff-api.ts';
import type { FieldProblem } from '../contract/problem.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';
import { Problem } from '../errors.ts';
import { isSecure } from '../secure-url.ts';
import { ageOn, ages, customerData } from './customer-data.ts';

/** @throws Problem naming every field at fault */
export function handoffRequest(
  asked: OpenHandoff,
  allowedHosts: readonly string[],
  nowMs: number,
): HandoffRequest {
  const { times, customer, return_url, member_profile_url, presentation_mode, ui_controls } = asked;
  const fields: FieldProblem[] = [];

  const age = ageOn(customer.date_of_birth, nowMs);
  if (age < ages.youngest || age > ages.oldest)
    fields.push({
      path: 'customer.date_of_birth',
      message: `This can be booked for ages ${ages.youngest} to ${ages.oldest}.`,
    });
  const all = [times.primary, ...times.alternates];
  if (new Set(all).size < all.length)
    fields.push({ path: 'times.alternates', message: 'Each time can be chosen once.' });
  for (const [path, address] of Object.entries({ return_url, member_profile_url }))
    if (address !== undefined && !isAllowed(address, allowedHosts))
      fields.push({ path, message: 'This address is not among those the operator allows.' });
  if (fields.length > 0) throw new Problem('invalid_fields', { fields });

  return {
    selected_appointment_date: times.primary,
    alternate_availabilities: times.alternates,
    customer_data: customerData(customer),
    ...(return_url === undefined ? {} : { return_url }),
    ...(member_profile_url === undefined ? {} : { member_profile_url }),
    presentation_mode: presentation_mode ?? 'hosted_page',
    ...(ui_controls === undefined ? {} : { ui_controls }),
  };
}

/** HTTPS (this machine excepted) on a host of the list, letter for letter; its port where the list names one (HND-15). */
function isAllowed(address: string, allowedHosts: readonly string[]): boolean {
  const url = new URL(address);
  const { hostname, host, username, password } = url;
  const listed = allowedHosts.includes(hostname) || allowedHosts.includes(host);
  return isSecure(url) && listed && username === '' && password === '';
}
