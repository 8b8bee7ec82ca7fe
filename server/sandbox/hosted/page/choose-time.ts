/** The choice of another time: a day, then a time on it. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dateOf, dayNamesOf, partsOfDay, type Times } from './times.ts';

interface ChooseTime {
  title: string;
  /** The times to choose from, as the server wrote them. */
  offered: readonly string[];
  /** The time that the choice replaces. */
  instead: string;
  /** The date that is shown, `YYYY-MM-DD`. */
  day: string;
  times: Times;
  showDay(day: string): void;
  choose(time: string): void;
  back(): void;
}

/** Chooses the date to show first, `YYYY-MM-DD`: that of the time to replace if it is offered, or the first offered. */
export function firstDay(offered: readonly string[], instead: string): string {
  const dates = offered.map(dateOf);
  return dates.find((date) => date === dateOf(instead)) ?? dates[0] ?? dateOf(instead);
}

/** Draws the screen on which the member chooses one of the offered times. */
export function chooseTime({
  title,
  offered,
  instead,
  day,
  times,
  showDay,
  choose,
  back,
}: ChooseTime): TemplateResult {
  const days = [...new Set(offered.map(dateOf))];
  const ofDay = offered.filter((time) => dateOf(time) === day);
  return html`<h1 tabindex="-1">${title}</h1>
    <p class="quiet">All times are in ${times.zone()}.</p>
    <fieldset class="days">
      <legend class="visually-hidden">Day</legend>
      ${days.map((date) => dayOption(date, date === day, showDay))}
    </fieldset>
    <div class="hours" aria-live="polite">
      <h2>${dayNamesOf(day).name}</h2>
      ${partsOfDay.map((part) => {
        const ofPart = ofDay.filter((time) => times.part(time) === part);
        if (ofPart.length === 0) return nothing;
        return html`<div role="group" aria-label=${part}>
          <h3>${part}</h3>
          <div class="grid">
            ${repeat(
              ofPart,
              (time) => time,
              (time) => timeButton(time, time === instead, times, choose),
            )}
          </div>
        </div>`;
      })}
    </div>
    <div class="actions"><button type="button" class="plain" @click=${back}>Keep my times</button></div>`;
}

function dayOption(date: string, checked: boolean, showDay: (day: string) => void): TemplateResult {
  const { name, weekday, short } = dayNamesOf(date);
  return html`<label class="day">
    <input type="radio" name="day" value=${date} aria-label=${name} .checked=${checked} @change=${() => showDay(date)}>
    <span aria-hidden="true"><small>${weekday}</small>${short}</span>
  </label>`;
}

function timeButton(
  time: string,
  current: boolean,
  times: Times,
  choose: (time: string) => void,
): TemplateResult {
  return html`<button
    type="button"
    aria-label=${times.whole(time)}
    aria-current=${current ? 'true' : nothing}
    @click=${() => choose(time)}
  >${times.clock(time)}</button>`;
}
