/** The supplied times, to be changed or confirmed. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedView } from '../handoff-view.ts';
import type { Times } from './times.ts';
import { type Leave, wayOut, wayToProfile } from './ways-out.ts';

/** How far the page's request is. */
export type Sending = 'idle' | 'sending' | 'failed';

interface Review {
  view: HostedView;
  times: Times;
  /** The member's times, the preferred one first. */
  chosen: readonly string[];
  sending: Sending;
  leave: Leave;
  /** Replaces the time at this position. */
  change(at: number, time: string): void;
  confirm(): void;
}

/** Draws the screen on which the member confirms the times or changes one. */
export function review({ view, times, chosen, sending, leave, change, confirm }: Review): TemplateResult {
  const gone = chosen.filter((time) => !view.offered_times.includes(time));
  const { address_line_1, address_line_2, city, state, postal_code } = view.location;
  const place = [address_line_1, address_line_2, `${city}, ${state} ${postal_code}`];
  return html`<h1 tabindex="-1">Check your times</h1>
    <p>The clinic will confirm one of them. Nothing is booked yet.</p>
    <dl class="facts">
      ${fact('Test', view.test_name)} ${fact('Patient', view.member_name)}
      ${fact('Clinic', place.filter(Boolean).join(', '))}
    </dl>
    <h2>Your times</h2>
    <p class="quiet">All times are in ${times.zone()}.</p>
    ${timeList({ chosen, times, gone, ...(view.ui_controls.hide_change ? {} : { offered: view.offered_times, change }) })}
    ${gone.length > 0 ? goneNote(gone.length, view.ui_controls.hide_change === true) : nothing}
    <div class="actions">
      ${gone.length === 0 ? confirmButton(sending, confirm) : nothing}
      ${wayOut(view, leave, 'Exit without sending')} ${wayToProfile(view, leave)}
    </div>`;
}

function fact(name: string, value: string): TemplateResult {
  return html`<dt>${name}</dt><dd>${value}</dd>`;
}

const choiceName = (at: number): string =>
  ['First choice', 'Second choice', 'Third choice', 'Fourth choice'][at] ?? 'Other choice';

interface TimeList {
  chosen: readonly string[];
  times: Times;
  /** Times that are no longer offered. */
  gone?: readonly string[];
  /** The times to choose from. */
  offered?: readonly string[];
  /** Called with another time for a position. @default the times cannot be changed */
  change?: (at: number, time: string) => void;
}

/** Draws the times in the member's order of preference. */
export function timeList({ chosen, times, gone = [], offered = [], change }: TimeList): TemplateResult {
  const timeAt = (at: number, time: string) => {
    if (!change) return html`<small>${choiceName(at)}</small><strong>${times.whole(time)}</strong>`;
    // The other choices stay out of it, and a time that was taken stays in it until another one is chosen.
    const options = offered.filter((option) => option === time || !chosen.includes(option));
    return html`<label><small>${choiceName(at)}</small>
      <select @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) => change(at, currentTarget.value)}>
        ${gone.includes(time) ? html`<option value=${time} selected disabled>${times.short(time)}</option>` : nothing}
        ${options.map((option) => html`<option value=${option} .selected=${option === time}>${times.short(option)}</option>`)}
      </select>
    </label>`;
  };
  return html`<ol class="cards">
    ${chosen.map(
      (time, at) => html`<li class=${gone.includes(time) ? 'gone' : nothing}>
        ${timeAt(at, time)} ${gone.includes(time) ? html`<strong class="waiting">Just taken</strong>` : nothing}
      </li>`,
    )}
  </ol>`;
}

function goneNote(count: number, fixed: boolean): TemplateResult {
  const what = count === 1 ? 'One of your times was just taken.' : `${count} of your times were just taken.`;
  const next = fixed ? 'Go back and choose other times.' : 'Choose another time instead.';
  return html`<p class="note" role="alert">${what} We haven’t sent your request. ${next}</p>`;
}

function confirmButton(sending: Sending, confirm: () => void): TemplateResult {
  const note = html`<p class="note" role="alert">We couldn’t send your times. Nothing is lost. Try again.</p>`;
  return html`${sending === 'failed' ? note : nothing}
    <button type="button" class="primary" aria-disabled=${sending === 'sending' ? 'true' : nothing} @click=${confirm}>
      ${sending === 'sending' ? 'Sending…' : 'Confirm these times'}
    </button>`;
}
