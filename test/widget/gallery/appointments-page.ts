/** A page that shows the appointments in each state: `?list=several&open=cancel`. */
import '../../../widget/appointments/appointments.ts';
import { AppointmentsServer } from '../appointments-server.ts';
import { lists } from './appointments.ts';

const query = new URLSearchParams(location.search);
const server = new AppointmentsServer(lists[query.get('list') ?? 'several'] ?? []);
const element = document.createElement('dx-appointments');
element.setAttribute('server', server.base);
element.setAttribute('subject-token', 'user-1');
document.querySelector('main')?.append(element);
const pause = () => new Promise((done) => setTimeout(done, 300));
await pause();
const open = query.get('open');
if (open) element.shadowRoot?.querySelector<HTMLElement>(`[data-action="${open}"]`)?.click();
await pause();
if (query.has('details'))
  for (const each of element.shadowRoot?.querySelectorAll('details') ?? []) each.open = true;
document.documentElement.dataset.ready = 'true';
