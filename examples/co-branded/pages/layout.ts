/** What every page of the gym has around it. */
import { type Html, html } from '../../full-api/html.ts';
import type { Member } from '../members.ts';

export interface Page {
  title: string;
  member: Member | null;
  main: Html;
  /** Module scripts, by path. */
  scripts?: string[];
}

export function layout({ title, member, main, scripts = [] }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Torsen Athletic</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/gym.css">
${scripts.map((source) => html`<script type="module" src="${source}"></script>\n`)}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/">TORSEN<span class="brand-dot" aria-hidden="true"></span></a>
<nav aria-label="Club">${member ? ofMember(member) : html`<a href="/sign-in">Sign in</a>`}</nav>
</header>
<main id="main" tabindex="-1">${main}</main>
<footer class="foot">
<p>Torsen Athletic, 9 Foundry Street, New York · Open 5 am to 11 pm, every day</p>
<p>A demonstration. The gym, its members and its payments are invented.</p>
</footer>
</body>
</html>
`.text;
}

const ofMember = (member: Member): Html => html`<a href="/scan">Scans</a>
<a href="/me">${member.first_name}</a>
<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`;
