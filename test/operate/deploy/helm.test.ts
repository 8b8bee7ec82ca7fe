/** The Helm chart: hardened pods, settings that exist, and what Helm itself says about it where it is installed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { codeBlocks } from '../../support/documents.ts';
import { folderOfTest } from '../../support/folders.ts';
import { root } from './dockerfile.ts';
import { settingNames } from './setting-names.ts';
import { runTool } from './tools.ts';

const guide = 'server/operate/deploy/README.md';
/** A server stops within this time after SIGTERM (server/api/http/connections.ts). */
const stopsWithinMs = 9_000;
const chart = join(root, 'server/operate/deploy/helm');
const templates = readdirSync(join(chart, 'templates')).map((name) =>
  readFileSync(join(chart, 'templates', name), 'utf8'),
);
const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
const packageVersion = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')).version;

const ca = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const given = [
  ...['--set', 'image.repository=registry.example/dx', '--set', `image.digest=sha256:${'0'.repeat(64)}`],
  ...['--set', 'settings.TRUSTED_PROXIES=10.0.0.0/8'],
  ...['--set-json', 'settings.HSTS_MAX_AGE_SECONDS=10000000'],
  ...['--set-json', `hooks=${JSON.stringify('export const hooks = { "a": `1` };')}`],
  ...['--set-json', `databaseCa=${JSON.stringify(ca)}`],
  ...['--set-json', `networkPolicy.metrics=${JSON.stringify([{ podSelector: {} }])}`],
];

it('has the version of the server', () => {
  expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).version).toBe(packageVersion);
});

it('sets only settings that the server has', () => {
  const named = templates.flatMap((text) =>
    [...text.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name),
  );
  expect(named).toContain('METRICS_PORT');
  expect(settingNames).toEqual(expect.arrayContaining([...named, ...Object.keys(values.settings)]));
});

it('uses only values that have a default', () => {
  const used = templates.flatMap((text) =>
    [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) => path),
  );
  expect(used.length).toBeGreaterThan(5);
  for (const path of used) {
    const value = path
      .slice(1)
      .split('.')
      .reduce((found, name) => found?.[name], values);
    expect(value, path).toBeDefined();
  }
});

it.each([
  'runAsNonRoot: true',
  'runAsUser: 1000',
  'type: RuntimeDefault',
  'allowPrivilegeEscalation: false',
  'readOnlyRootFilesystem: true',
  'drop: [ALL]',
  'automountServiceAccountToken: false',
])('runs pods with %s', (line) => {
  expect(templates.join('\n')).toMatch(new RegExp(`^ *${line.replace(/[[\]]/g, '\\$&')}$`, 'm'));
});

it('limits the connections of every pod', () => {
  const policy = templates.find((text) => text.includes('kind: NetworkPolicy')) ?? '';
  const [, limited = ''] = /operator: In\n +values: \[(.*)\]/.exec(policy) ?? [];
  const named = [...templates.join('\n').matchAll(/app\.kubernetes\.io\/name: (\S+)/g)];
  const names = new Set(named.map(([, name]) => name));
  expect(names).toContain('dx-booking-backup');
  expect(new Set(limited.split(', '))).toEqual(names);
});

it('replaces a process only after its successor, and gives it time to stop', () => {
  const deployment = templates.find((text) => text.includes('kind: Deployment')) ?? '';
  const waitMs = Number(/setTimeout\(\(\) => \{\}, (\d+)\)/.exec(deployment)?.[1]);
  const graceMs = Number(/terminationGracePeriodSeconds: (\d+)/.exec(deployment)?.[1]) * 1000;
  expect(graceMs).toBeGreaterThan(waitMs + stopsWithinMs);
  expect(deployment).toMatch(/maxUnavailable: 0\n +maxSurge: 1\n/);
  expect(deployment).toMatch(/readinessProbe:\n +httpGet: \{ path: \/health\/ready/);
});

const [example = ''] = codeBlocks(readFileSync(join(root, guide), 'utf8'), 'yaml');

it('has an example in the guide whose values and settings exist', () => {
  const { settings, ...others } = parse(example);
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)));
  const pathsOf = (object: object, base = ''): string[] =>
    Object.entries(object).flatMap(([name, value]) =>
      Array.isArray(value) || typeof value !== 'object' ? [base + name] : pathsOf(value, `${base}${name}.`),
    );
  expect(pathsOf(values)).toEqual(expect.arrayContaining(pathsOf(others)));
});

it('keeps dumps that are whole and new, and tells of a dump that fails', (context) => {
  const folder = folderOfTest();
  runTool(context, 'pg_dump', '--version');
  const backup = readFileSync(join(chart, 'templates/backup.yaml'), 'utf8');
  const script = (/- \|\n((?: {18}.*\n)+)/.exec(backup)?.[1] ?? '')
    .replaceAll('/backup', folder)
    .replace('{{ .Values.backup.keepDays }}', '30');
  for (const name of ['dx-old.dump', 'dx-new.dump', 'dx-cut.dump.part'])
    writeFileSync(join(folder, name), '');
  const monthsAgo = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000);
  utimesSync(join(folder, 'dx-old.dump'), monthsAgo, monthsAgo);
  const run = (program: string) =>
    spawnSync('sh', ['-ec', `${program}\n${script}`], {
      env: { ...process.env, DATABASE_URL: 'postgres://dx@127.0.0.1:1/dx' },
    });
  expect(run('').status).toBe(1);
  const dumps = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.dump'))
      .sort();
  expect(dumps()).toEqual(['dx-new.dump', 'dx-old.dump']);

  // pg_dump is older than the database of the tests on some machines: its file is made up.
  expect(run('pg_dump() { touch "$(echo "$2" | cut -c8-)"; }').status).toBe(0);
  const [made = '', ...others] = dumps();
  expect(made).toMatch(/^dx-\d{8}T\d{6}Z\.dump$/);
  expect(others).toEqual(['dx-new.dump']);
  expect(statSync(join(folder, made)).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).not.toContain('dx-cut.dump.part');
});

describe('Helm', () => {
  it('finds no fault in the chart', (context) => {
    const found = runTool(context, 'helm', 'lint', '--strict', chart, ...given);
    expect(found).toContain('0 chart(s) failed');
  });

  it('renders a deployment that gets its files and settings', (context) => {
    const rendered = runTool(context, 'helm', 'template', 'one', chart, ...given);
    const objects = parseAllDocuments(rendered).map((document) => document.toJS());
    const of = (kind: string) => objects.find((object) => object.kind === kind);
    const [container] = of('Deployment').spec.template.spec.containers;
    expect(container.env).toEqual(
      expect.arrayContaining([
        { name: 'HOOKS_MODULE', value: '/hooks/hooks.mjs' },
        { name: 'PUBLIC_URL', value: values.settings.PUBLIC_URL },
        { name: 'HSTS_MAX_AGE_SECONDS', value: '10000000' },
      ]),
    );
    expect(of('ConfigMap').data).toEqual({ 'hooks.mjs': 'export const hooks = { "a": `1` };', 'ca.crt': ca });
    expect(of('NetworkPolicy').spec.ingress).toEqual([
      { ports: [{ port: 'http' }], from: values.networkPolicy.http },
      { ports: [{ port: 'metrics' }], from: [{ podSelector: {} }] },
    ]);
  });

  it('admits nobody to the metrics by default', (context) => {
    const rendered = runTool(context, 'helm', 'template', 'one', chart, ...given.slice(0, 6));
    const policy = parseAllDocuments(rendered)
      .map((document) => document.toJS())
      .find(({ kind }) => kind === 'NetworkPolicy');
    expect(policy.spec.ingress).toEqual([{ ports: [{ port: 'http' }], from: values.networkPolicy.http }]);
  });

  it('refuses a release without the addresses of the ingress', (context) => {
    expect(() => runTool(context, 'helm', 'template', 'one', chart, ...given.slice(0, 4))).toThrow(
      'settings.TRUSTED_PROXIES is needed',
    );
  });

  const everything = [
    ...given,
    ...['--set', 'monitoring.enabled=true', '--set', 'backup.enabled=true,backup.claim=dumps'],
    ...['--set', `backup.image=registry.example/postgres@sha256:${'0'.repeat(64)}`],
    ...['--set-json', 'imagePullSecrets=[{"name":"registry"}]'],
    ...['--set-json', 'tolerations=[{"key":"dedicated","operator":"Exists"}]'],
    ...['--set-json', 'extraVolumes=[{"name":"own","configMap":{"name":"own"}}]'],
    ...['--set-json', 'extraVolumeMounts=[{"name":"own","mountPath":"/own"}]'],
    ...['--set-json', 'networkPolicy.egress=[{"to":[{"ipBlock":{"cidr":"0.0.0.0/0"}}]}]'],
  ];

  it('renders every part, with the alerts of the server', (context) => {
    const rendered = runTool(context, 'helm', 'template', 'one', chart, ...everything);
    const objects = parseAllDocuments(rendered).map((document) => document.toJS());
    const of = (kind: string) => objects.find((object) => object.kind === kind);
    const alerts = parse(readFileSync(join(root, 'server/operate/deploy/helm/alerts.yaml'), 'utf8'));
    expect(of('PrometheusRule').spec).toEqual(alerts);
    expect(of('ServiceMonitor').spec.endpoints[0].port).toBe('metrics');
    expect(of('Job').metadata.annotations['helm.sh/hook']).toBe('pre-upgrade');
    expect(of('NetworkPolicy').spec.policyTypes).toEqual(['Ingress', 'Egress']);
    const pods = [of('Deployment'), of('Job'), of('CronJob').spec.jobTemplate].map(
      ({ spec }) => spec.template,
    );
    const { podSelector } = of('NetworkPolicy').spec;
    const [{ key, values: limited }] = podSelector.matchExpressions;
    for (const { metadata, spec } of pods) {
      expect(limited).toContain(metadata.labels[key]);
      expect(metadata.labels).toMatchObject(podSelector.matchLabels);
      expect(spec.imagePullSecrets).toEqual([{ name: 'registry' }]);
      expect(spec.containers[0].volumeMounts).toContainEqual({ name: 'own', mountPath: '/own' });
      expect(spec.volumes).toContainEqual({ name: 'own', configMap: { name: 'own' } });
    }
  });

  it('renders what Kubernetes accepts', (context) => {
    const folder = folderOfTest();
    const file = join(folder, 'rendered.yaml');
    writeFileSync(file, runTool(context, 'helm', 'template', 'one', chart, ...everything));
    // It has no schemas of the Prometheus operator.
    runTool(context, 'kubeconform', '-strict', '-ignore-missing-schemas', file);
  });
});
