/** The page for people: reads the control plane each second and after each lever, and draws what changed. */
import { appointments } from './appointments.js';
import { ask, pull, tell } from './control.js';
import { documents } from './documents.js';
import { faults } from './faults.js';
import { keys } from './keys.js';
import { events, requests } from './logs.js';
import { settings } from './settings.js';

const everyMs = 1000;
const now = document.querySelector('#now');

let reading = false;
let away = false;

async function read() {
  if (reading || document.visibilityState === 'hidden') return;
  reading = true;
  try {
    const [clock, listed, handedIn, provisioned, scripted, set, emitted, delivered, journal] =
      await Promise.all(
        [
          'clock',
          'appointments',
          'documents',
          'keys',
          'faults',
          'settings',
          'events',
          'webhook-deliveries',
          'requests',
        ].map((name) => ask('GET', `/${name}`)),
      );
    now.textContent = `${clock.now.slice(0, 10)} ${clock.now.slice(11, 19)} UTC`;
    now.dateTime = clock.now;
    appointments(listed.appointments);
    documents(handedIn.documents);
    keys(provisioned.keys);
    faults(scripted.faults);
    settings(set);
    events(emitted.events, delivered.deliveries);
    requests(journal.requests);
    if (away) tell('The sandbox is back.');
    away = false;
  } catch {
    if (!away) tell('The sandbox does not answer.', true);
    away = true;
  } finally {
    reading = false;
  }
}

for (const button of document.querySelectorAll('[data-advance]'))
  button.addEventListener('click', () =>
    pull(`${button.textContent} on the clock.`, 'POST', '/clock', {
      advance_seconds: Number(button.dataset.advance),
    }),
  );

document.querySelector('#set-clock').addEventListener('submit', (event) => {
  event.preventDefault();
  const { at } = Object.fromEntries(new FormData(event.currentTarget));
  void pull('The clock is set.', 'POST', '/clock', { now: new Date(`${at}Z`).toISOString() });
});

document.querySelector('#reset').addEventListener('click', () => {
  if (window.confirm('Everything made in the sandbox goes. Reset it?'))
    void pull('As at the start.', 'POST', '/reset');
});

document.addEventListener('pulled', read);
document.addEventListener('visibilitychange', read);
setInterval(read, everyMs);
await read();
