/** The request for a handoff, after every field was checked (Hosted scheduling handoff; HND-08..HND-18, T86). */
import type { OpenHandoff } from '../contract/handoff-api.ts';
import type { FieldProblem } from '../contract/problem.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';
import { Problem } from '../errors.ts';
import { isSecureUrl } from '../secure-url.ts';
import { ageOn, ages, customerData } from './customer-data.ts';

/**
 * Checks what the page sent and makes the request.
 * @param allowedHosts to which the page's addresses may lead; a host with a port allows only that port
 * @param nowMs milliseconds since the epoch
 * @throws Problem 422 `invalid_fields` with every field at fault
 */
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

/** HTTPS, or HTTP on this machine, on exactly a host of the list; with its port if the list names one (HND-15). */
function isAllowed(address: string, allowedHosts: readonly string[]): boolean {
  const url = new URL(address);
  const isListed = allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);
  return isSecureUrl(url) && isListed && url.username === '' && url.password === '';
}
