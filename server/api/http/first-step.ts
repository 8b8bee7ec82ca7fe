/**
 * The first step of `<dx-booking>` as markup, for the HTML of a partner's page: the customer sees it before any script
 * has loaded. The build of the widget draws it (contract/first-step-file.ts), and the values of the page are put in here.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'koa';
import { askedByTag, attributesOf } from '../../contract/asked-by-tag.ts';
import { contactWays } from '../../contract/contact-ways.ts';
import type { FirstStepFile } from '../../contract/first-step-file.ts';
import type { FirstStep } from '../../contract/first-step-options.ts';
import { type Opening, opening } from '../../contract/journey-api/answers.ts';
import type { PublicLook } from '../../contract/journey-api/look.ts';
import type { PartnerContact } from '../../contract/partner-contact.ts';
import { firstStepOperations } from '../../contract/server-api/server-operations.ts';
import { type TestType, testType, testTypes } from '../../contract/upstream-api/test-types.ts';
import type { Module } from '../../core/module.ts';
import { type Handlers, routes } from './route.ts';
import { widgetDirectory } from './widget-files.ts';

/** How long a page may keep the markup, in seconds: the scripts that it names are replaced with the next release. */
const keptSeconds = 300;

/** The longest ZIP code, in characters. */
const longestZip = 10;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? '');

const fill = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/**
 * Creates the function. It reads the build of the widget once.
 * @param deps.publicUrl the address of this server, without a trailing slash
 * @param deps.contact how customers reach the partner
 * @param deps.look makes the view of the step for nobody; the markup is without it if that fails. Null for a server
 *   without `<dx-booking>`, whose markup is empty
 * @param deps.now in milliseconds
 * @throws Error if the build cannot be read
 */
export function createFirstStep(deps: {
  publicUrl: string;
  contact: PartnerContact;
  look: ((asked: Opening) => Promise<PublicLook>) | null;
  now: () => number;
}): FirstStep {
  const path = join(widgetDirectory(), 'first-step.json');
  // In a checkout without a build, the widget's own files are missing too.
  const { look: readLook } = deps;
  if (readLook === null || !existsSync(path)) return async () => '';
  const file = JSON.parse(readFileSync(path, 'utf8')) as FirstStepFile;
  const base = escapeHtml(`${deps.publicUrl}/widget/v1`);
  /** The view is for the element, so that it needs no request before it can be used. */
  const lookOf = async (attributes: Record<string, string | undefined>): Promise<string> => {
    const asked = askedBy(attributes);
    // The server searches for it, which a request of anyone must not cause.
    if (asked === null || (asked.near && asked.test_types?.length === 1)) return '';
    const look = await readLook(asked).catch(() => null);
    const json = JSON.stringify({ made_at: deps.now(), ...look }).replaceAll('<', '\\u003c');
    return look === null ? '' : `<script type="application/json">${json}</script>`;
  };
  return async ({ attributes = {}, language = 'en', styles = 'inline', preload = true, nonce } = {}) => {
    const offered = offeredTests(attributes['test-types'] ?? '');
    if (offered === null) return '';
    const pieces = file.languages[language.slice(0, 2).toLowerCase()] ?? file.languages.en;
    if (!pieces) return '';
    const [only = 'DEXA', ...others] = offered;
    const isLinked = styles === 'link';
    const own = nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`;
    const root = (name: 'frame' | 'step', content: string) => {
      const { file: sheet, rules } = file.sheets[name];
      const style = isLinked
        ? `<link rel="stylesheet" href="${base}/${sheet}">`
        : `<style${own}>${rules}</style>`;
      // The sheet shows it: it has a rule for its `display`.
      const shown = isLinked ? content.replace('>', ' hidden>') : content;
      return `<template shadowrootmode="open">${style}${shown}</template>`;
    };
    const step =
      others.length > 0
        ? fill(pieces.tests, { choices: offered.map((type) => pieces.choices[type]).join('') })
        : fill(pieces.search, {
            test: pieces.names[only],
            zip: escapeHtml((attributes.zip ?? '').trim().slice(0, longestZip)),
          });
    const ways = contactWays(deps.contact).map(({ address, words }) =>
      fill(pieces.way, { address: escapeHtml(address), words: escapeHtml(words) }),
    );
    const help = ways.length > 0 ? fill(pieces.help, { ways: ways.join('') }) : '';
    const scripts = (preload ? file.scripts : []).map(
      (name) => `<link rel="modulepreload" href="${base}/${name}"${own}>`,
    );
    // A browser asks for the scripts before the rest has arrived.
    return (
      scripts.join('') +
      root('frame', fill(pieces.frame, { step: root('step', step), help })) +
      (await lookOf(attributes))
    );
  };
}

/** @returns null if a name is not a test type */
function offeredTests(list: string): readonly TestType[] | null {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const { success, data } = testType.array().safeParse(names);
  if (!success) return null;
  return data.length > 0 ? data : testTypes;
}

/** @returns null if the element could ask for this, but the server refuses it */
function askedBy(attributes: Record<string, string | undefined>): Opening | null {
  const asked = askedByTag(attributesOf((name) => attributes[name]));
  return opening.safeParse(asked).success ? asked : null;
}

/** Creates the module with GET /first-step, for backends in any language. */
export function createFirstStepModule(firstStep: FirstStep): Module {
  const handlers: Handlers<typeof firstStepOperations> = {
    'GET /first-step': async (ctx: Context) => {
      const { language, styles, preload, ...attributes } = Object.fromEntries(
        Object.entries(ctx.query).map(([name, value]) => [name, String(value)]),
      );
      ctx.set('Cache-Control', `public, max-age=${keptSeconds}`);
      return firstStep({
        attributes,
        language,
        styles: styles === 'link' ? 'link' : 'inline',
        preload: preload !== 'false',
      });
    },
  };
  return { router: routes(firstStepOperations, { anyone: [] }, handlers) };
}
