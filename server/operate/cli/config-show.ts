/** `dx-booking config show`: prints the settings in force and where each is from. It shows no secret. */
import { readSettings, tellFaults } from '../../config/config.ts';
import { sentenceOf } from '../../config/customer-words.ts';
import { entries, hookEntries, secretNames } from '../../config/entries.ts';
import { readGiven } from '../../config/given-settings.ts';
import { jsonOrNull } from '../../core/json.ts';
import { prefixOf } from '../../upstream/api-key.ts';
import { counted } from './counted.ts';

/** A setting in force. */
interface ShownSetting {
  name: string;
  /** As text. A secret is described: its key ids, its host, or how many values it has. Null if it is not set. */
  value: string | null;
  /** `environment`, `default`, or the path of the file that it is from. */
  from: string;
}

/**
 * Runs the command.
 * @param env the environment, with the settings of the file of settings
 * @param options.envFile the file of settings, and the names that come from it
 * @returns the exit code: 1 if a setting is at fault
 */
export function configShow(
  env: NodeJS.ProcessEnv,
  { json = false, envFile }: { json?: boolean; envFile: { path: string; names: ReadonlySet<string> } },
  print: (line: string) => void,
): number {
  const settings = readSettings(env);
  const faults = 'faults' in settings ? settings.faults : [];
  const shown = shownSettings(env, envFile);
  if (json) print(JSON.stringify({ settings: shown, faults }, null, 2));
  else {
    for (const one of shown) print(lineOf(one));
    if (faults.length > 0) print(tellFaults(faults));
  }
  return faults.length > 0 ? 1 : 0;
}

/**
 * Lists the settings in force. The sentences of a setting in other languages follow it.
 * @param envFile the file of settings, and the names that come from it. @default none
 */
export function shownSettings(
  env: NodeJS.ProcessEnv,
  envFile: { path: string; names: ReadonlySet<string> } = { path: '', names: new Set() },
): ShownSetting[] {
  const given = readGiven(env);
  const show = (name: string, text: string): ShownSetting => {
    const file = given.files.get(name) ?? (envFile.names.has(name) ? envFile.path : undefined);
    return { name, value: describe(name, text), from: file ?? 'environment' };
  };
  return Object.entries({ ...entries.shape, ...hookEntries.shape }).flatMap(([setting, schema]) => {
    const text = given.env[setting];
    const own =
      text === undefined ? { name: setting, value: defaultOf(schema), from: 'default' } : show(setting, text);
    const translated = Object.entries(given.env).filter(([name]) => sentenceOf(name)?.setting === setting);
    return [own, ...translated.map(([name, sentence = '']) => show(name, sentence))];
  });
}

const lineOf = ({ name, value, from }: ShownSetting) =>
  value === null ? `${name} is not set` : `${name}=${value}  (${from})`;

function defaultOf(schema: { safeParse(value: unknown): { data?: unknown } }): string | null {
  const { data } = schema.safeParse(undefined);
  const text = typeof data === 'object' && !Array.isArray(data) ? '' : String(data ?? '');
  return text === '' ? null : text;
}

type SecretName = (typeof secretNames)[number];

/** Whether no output shows the value of this setting. */
export const isSecret = (name: string): name is SecretName => secretNames.some((secret) => secret === name);

const describe = (name: string, text: string): string => (isSecret(name) ? descriptions[name](text) : text);

const countOf = (text: string) => {
  const count = text.split(',').filter((part) => part.trim() !== '').length;
  return `${counted(count, 'value')}`;
};
const keyOf = (text: string) => (text.includes('.') ? `${prefixOf(text)}.…` : 'set');
const kidsOf = (text: string) => {
  const { keys } = Object(jsonOrNull(text)) as { keys?: unknown };
  if (!Array.isArray(keys)) return 'set';
  const kids = keys.map((key) => String(Object(key).kid));
  return `${counted(kids.length, 'key')}: ${kids.join(', ')}`;
};
/** Addresses without credentials, path and query, which may have a secret. */
const hostsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .map((part) => (URL.canParse(part) ? new URL(part) : null))
    .map((url) =>
      url === null || /@/.test(url.pathname + url.search) ? 'set' : `${url.protocol}//${url.host}`,
    )
    .join(', ');

const descriptions: Record<SecretName, (text: string) => string> = {
  UPSTREAM_API_KEY: keyOf,
  HANDOFF_API_KEY: keyOf,
  DATABASE_URL: hostsOf,
  KEYS_DATABASE_URL: hostsOf,
  STORE_KEYS: kidsOf,
  TOKEN_KEYS: kidsOf,
  BACKEND_SECRETS: countOf,
  HOOKS_SECRET: countOf,
  WEBHOOK_SECRETS: countOf,
  EVENTS_URL: hostsOf,
  EVENTS_SECRET: countOf,
  ACCESS_LOG_URL: hostsOf,
  ACCESS_LOG_SECRET: countOf,
  ADMIN_KEYS: countOf,
};
