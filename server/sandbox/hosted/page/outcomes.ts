/** The screens without a decision: sent, confirmed, left, blocked, closed, expired. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedView } from '../handoff-view.ts';
import { timeList } from './review.ts';
import type { Times } from './times.ts';
import { type Leave, wayBack, wayOut, wayToProfile } from './ways-out.ts';

export type OutcomeName = Exclude<HostedView['status'], 'choose'> | 'left';

interface OutcomeScreen {
  view: HostedView;
  times: Times;
  leave: Leave;
  /** Goes back to the times after the member left. */
  resume(): void;
}

const outcomes: Record<OutcomeName, (screen: OutcomeScreen) => TemplateResult> = {
  sent: ({ view, times }) => html`<h1 tabindex="-1">Request sent</h1>
    <p>The clinic will confirm one of your times. Nothing is booked yet.</p>
    ${timeList({ chosen: view.times, times })}`,
  confirmed: ({ view, times }) => html`<h1 tabindex="-1">Your appointment is confirmed</h1>
    <p class="large">${view.scheduled_for ? times.whole(view.scheduled_for) : nothing}</p>
    <p class="quiet">All times are in ${times.zone()}.</p>`,
  left: ({ resume }) => html`<h1 tabindex="-1">You left before sending</h1>
    <p>Your times are saved, but we haven’t sent them to the clinic.</p>
    <div class="actions"><button type="button" @click=${resume}>Go back to your times</button></div>`,
  blocked: () => html`<h1 tabindex="-1">This test can’t be scheduled here</h1>
    <p>
      The rules for this test don’t allow it for you at this clinic. We haven’t sent your request. Go back to the
      website where you ordered your test to learn what you can do instead.
    </p>`,
  closed: () => html`<h1 tabindex="-1">Nothing to schedule</h1>
    <p>To see the status of this appointment, go back to the website where you ordered your test.</p>`,
  expired: () => html`<h1 tabindex="-1">This page has expired</h1>
    <p>
      For your privacy, it stays open for one day. Nothing is lost. Go back to the website where you ordered your test,
      and open scheduling again.
    </p>`,
};

/** Draws the screen of an outcome with the ways off the page. */
export function outcome(name: OutcomeName, shown: OutcomeScreen): TemplateResult {
  const { view, leave } = shown;
  // A page outside a frame has nobody to close it.
  const close = leave.framed && name !== 'left' ? wayOut(view, leave, 'Close') : nothing;
  return html`${outcomes[name](shown)}
    <div class="actions">${wayBack(view, leave)}${wayToProfile(view, leave)}${close}</div>`;
}
