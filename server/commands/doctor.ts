/**
 * `npm run doctor`: what is set against what answers, in plain words; exit code 1 where something is at fault. It writes
 * nothing to the service.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, readConfig } from '../config.ts';
import type { Hooks } from '../hooks.ts';
import { createSeal } from '../store/sealing.ts';
import { openStore } from '../store/store.ts';
import { assume } from '../upstream/assumptions.ts';
import { createUpstreamHttp } from '../upstream/http.ts';
import { createWebhookSecrets } from '../webhooks/secrets.ts';
import { examineKey } from './examine-key.ts';
import { examineWebhooks } from './examine-webhooks.ts';
import { type Finding, fault, ok, report } from './finding.ts';
import { runCommand } from './run-command.ts';

/** Resolves with the exit code. */
export async function doctor(
  env: NodeJS.ProcessEnv,
  _args: string[],
  print: (line: string) => void,
): Promise<number> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return report([fault(error instanceof Error ? error.message : 'The settings cannot be read.')], print);
  }
  assume(config.assumptions);
  const findings: Finding[] = [ok('The settings can be read.'), await examineHooks(config)];
  const { finding, secrets } = await examineStore(config);
  findings.push(finding);
  for (const [name, apiKey] of [
    ['UPSTREAM_API_KEY', config.upstreamApiKey],
    ['HANDOFF_API_KEY', config.handoff?.apiKey ?? null],
  ] as const) {
    if (apiKey === null) continue;
    const http = createUpstreamHttp({
      baseUrl: config.upstreamUrl,
      apiKey,
      timeoutMs: config.upstreamTimeoutMs,
      connections: 1,
    });
    findings.push(...(await examineKey(name, http, config.upstreamEnvironment)));
    await http.close();
  }
  findings.push(...(await examineWebhooks(config.publicUrl, secrets)));
  return report(findings, print);
}

async function examineHooks({ hooksModule, upstreamApiKey, handoff }: Config): Promise<Finding> {
  if (hooksModule === null) return fault('HOOKS_MODULE is needed: the payment is yours to answer for.');
  const { hooks } = (await import(pathToFileURL(resolve(hooksModule)).href).catch(() => ({}))) as {
    hooks?: Hooks;
  };
  if (!hooks) return fault('HOOKS_MODULE cannot be loaded, or exports no "hooks".');
  if (upstreamApiKey !== null && !hooks.payment)
    return fault('The hooks have no "payment", which UPSTREAM_API_KEY needs.');
  if (handoff !== null && !hooks.handoffOrder)
    return fault('The hooks have no "handoffOrder", which HANDOFF_API_KEY needs.');
  return ok(`The hooks can be loaded: ${Object.keys(hooks).join(', ')}.`);
}

/** A secret that the keys no longer open would stop every event. */
async function examineStore(config: Config): Promise<{ finding: Finding; secrets: number }> {
  const kind = config.databaseUrl ? 'PostgreSQL' : 'SQLite';
  try {
    const store = await openStore(config);
    try {
      const seal = createSeal(config.storeKeys);
      const configured = config.webhookSecrets;
      const secrets = await createWebhookSecrets({ store, seal, configured, now: Date.now }).all();
      const last = await store.db
        .selectFrom('journeys')
        .select('body')
        .orderBy('updated_at', 'desc')
        .executeTakeFirst();
      if (last) seal.open(last.body);
      return {
        finding: ok(`The store (${kind}) can be opened, and STORE_KEYS open what is in it.`),
        secrets: secrets.length,
      };
    } catch {
      return {
        finding: fault(`The store (${kind}) can be opened, and STORE_KEYS do not open what is in it.`),
        secrets: 0,
      };
    } finally {
      await store.close();
    }
  } catch {
    return { finding: fault(`The store (${kind}) cannot be opened.`), secrets: 0 };
  }
}

if (import.meta.main) await runCommand(doctor);
