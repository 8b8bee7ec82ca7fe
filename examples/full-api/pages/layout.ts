/** What every page of the clinic has around it. */
import { type Html, html } from '../html.ts';
import type { Patient } from '../patients.ts';

export interface Page {
  title: string;
  patient: Patient | null;
  main: Html;
  /** Module scripts, by path. */
  scripts?: string[];
}

export function layout({ title, patient, main, scripts = [] }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Harbor Street Clinic</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/clinic.css">
${scripts.map((source) => html`<script type="module" src="${source}"></script>\n`)}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead">
<a class="brand" href="/">${mark}<span>Harbor Street <span class="brand-quiet">Clinic</span></span></a>
<nav aria-label="Account">${patient ? signedIn(patient) : html`<a href="/sign-in">Sign in</a>`}</nav>
</header>
<main id="main" tabindex="-1">${main}</main>
<footer class="foot">
<p>Harbor Street Clinic, 18 Harbor Street, Eastmere, Connecticut · (555) 010-0142</p>
<p>A demonstration. The clinic, its patients and its payments are invented.</p>
</footer>
</body>
</html>
`.text;
}

function signedIn(patient: Patient): Html {
  return html`<a href="/appointments">Appointments</a>
<span class="who">${patient.name}</span>
<form method="post" action="/sign-out"><button class="text-button">Sign out</button></form>`;
}

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect class="mark-ground" width="32" height="32" rx="8"/><path class="mark-line" d="M16 6v12M11 11h10M6 19c2.5 0 2.5 2 5 2s2.5-2 5-2 2.5 2 5 2 2.5-2 5-2M8 25c2 0 2-1.6 4-1.6s2 1.6 4 1.6 2-1.6 4-1.6 2 1.6 4 1.6"/></svg>`;
