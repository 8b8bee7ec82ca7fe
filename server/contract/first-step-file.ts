/**
 * `first-step.json`, which the build of the widget writes and the server reads: the first step of `<dx-booking>` as the element
 * itself draws it. A name in double braces, such as `{{zip}}`, is a place for a value.
 */
import type { TestType } from './upstream-api/test-types.ts';

/** The markup in one language. */
export interface FirstStepPieces {
  /** The content of the element's shadow root around its step, with `{{step}}` and `{{help}}`. */
  frame: string;
  /** The content of the step's shadow root if there are several tests, with `{{choices}}`. */
  tests: string;
  /** One of the choices, by the type of its test. */
  choices: Record<TestType, string>;
  /** The content of the step's shadow root if there is one test, with `{{test}}` and `{{zip}}`. */
  search: string;
  /** The names of the tests. */
  names: Record<TestType, string>;
  /** Whom to ask for help, with `{{ways}}`. */
  help: string;
  /** A way to reach the partner, with `{{address}}` and `{{words}}`. */
  way: string;
}

/** The whole file. */
export interface FirstStepFile {
  /** Each style sheet: its name beside this file, and its rules. */
  sheets: Record<'frame' | 'step', { file: string; rules: string }>;
  /** The scripts of the first step, beside this file. */
  scripts: string[];
  /** By language: `en`, `es`, `de` and `ar`. */
  languages: Record<string, FirstStepPieces>;
}
