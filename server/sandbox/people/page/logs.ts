/** `<event-list>` and `<request-list>`: events with their deliveries, and the journal of requests, newest first. */
import { html, nothing } from 'lit';
import type { ListedAttempt, ListedEvent } from '../../control/webhooks.ts';
import type { JournalRow } from '../../engine/engine-state.ts';
import { change } from './control.ts';
import { LiveList, type Row } from './live-list.ts';
import { clockTime, line } from './words.ts';

/** An event with its attempts. */
export interface SentEvent extends ListedEvent {
  attempts: readonly ListedAttempt[];
  /** The name of the appointment or document that it is about. */
  subject: string;
}

class EventList extends LiveList<SentEvent> {
  protected readonly noun = 'events';
  protected readonly emptyText = 'No events yet.';

  protected keyOf({ id }: SentEvent): string {
    return id;
  }

  protected textOf({ id, type, subject, subject_id, attempts }: SentEvent): string {
    return line(type, subject, subject_id, id, ...attempts.map(({ outcome }) => outcome));
  }

  protected row({ id, type, occurred_at, subject, sequence, attempts }: SentEvent): Row {
    const redeliver = () =>
      void change('Sent again.', 'POST', '/webhook-deliveries/redeliver', { event_id: id });
    return {
      content: html`<span>
          <code>${type}</code>
          <small>${line(clockTime(occurred_at), subject, `no. ${sequence}`)}</small>
          ${attempts.map(
            ({ attempt, at, status, outcome }) => html`<small class=${outcome}>
              ${clockTime(at)} attempt ${attempt}: ${status ?? 'no response'}, ${outcome}
            </small>`,
          )}
          ${attempts.length === 0 ? html`<small>Not sent: no endpoint is registered for it.</small>` : nothing}
        </span>
        <button type="button" aria-label="Redeliver ${type} of ${clockTime(occurred_at)}" @click=${redeliver}>
          Redeliver
        </button>`,
    };
  }
}

class RequestList extends LiveList<JournalRow> {
  protected readonly noun = 'requests';
  protected readonly emptyText = 'No requests yet.';
  protected override readonly listClass = 'rows log';
  protected override readonly pageSize = 20;

  protected keyOf({ n }: JournalRow): string {
    return String(n);
  }

  protected textOf({ method, path, query, status, api_key_prefix }: JournalRow): string {
    return `${method} ${path}?${query} ${status ?? 'cut'} ${api_key_prefix ?? ''}`;
  }

  protected row({ n, at, method, path, query, status, api_key_prefix }: JournalRow): Row {
    return {
      ...(status === null || status >= 400 ? { mark: 'refused' } : {}),
      content: html`<strong>${status ?? 'cut'}</strong>
        <span>
          <code title=${path}>${shortened(`${method} ${path}${query && `?${query}`}`)}</code>
          <small>${line(`no. ${n}`, clockTime(at), api_key_prefix)}</small>
        </span>`,
    };
  }
}

/** Shortens UUIDs to their first eight digits. */
function shortened(text: string): string {
  return text.replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…');
}

customElements.define('event-list', EventList);
customElements.define('request-list', RequestList);
