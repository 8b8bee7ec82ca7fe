/** Alerts, runbooks and dashboard: each query is PromQL over metrics and labels that the server has. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../../server/core/clock.ts';
import { callOutcomes } from '../../../server/core/observability/label-values.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { createMetrics } from '../../../server/core/observability/metrics.ts';
import { readSeries } from '../../core/observability/series.ts';
import { codeBlocks, readDocument, sectionOf } from '../../support/documents.ts';
import { folderOfTest } from '../../support/folders.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { type AlertCase, alertCases } from './alert-cases.ts';
import { root } from './dockerfile.ts';
import { runTool } from './tools.ts';

/** What an expression reads. */
interface Query {
  /** Each selected metric with the labels and values that select its series. */
  selectors: { metric: string; labels: { name: string; operator: string; value: string }[] }[];
  /** The labels that group the result. */
  groups: string[];
}

/** Parses an expression. @throws Error if it is no PromQL */
function parsePromql(expression: string): Query {
  const query: Query = { selectors: [], groups: [] };
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      if (type.name === 'Identifier') query.selectors.push({ metric: text, labels: [] });
      if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') query.groups.push(text);
      if (type.name !== 'UnquotedLabelMatcher') return;
      const [, name = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text) ?? [];
      query.selectors.at(-1)?.labels.push({ name, operator, value });
    },
  });
  return query;
}

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const rulesFile = join(root, 'server/operate/deploy/helm/alerts.yaml');
const rules: (Alert | { record: string; expr: string })[] = parse(
  readFileSync(rulesFile, 'utf8'),
).groups.flatMap(({ rules: all }: { rules: object[] }) => all);
const alerts = rules.filter((rule): rule is Alert => 'alert' in rule);
const recorded = rules.flatMap((rule) => ('record' in rule ? [rule] : []));
const dashboard = JSON.parse(readFileSync(join(root, 'server/operate/deploy/dashboard.json'), 'utf8'));
const runbooks = await readDocument('server/runbooks.md');
const targets: { expr: string }[] = dashboard.panels.flatMap(({ targets: all }: { targets: object }) => all);
const panelQueries = targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'));

const { registry, measure } = createMetrics({
  readDepths: async () => ({ writes: [], eventReads: 0, documents: [], events: [], undeliveredAtMs: null }),
  isWritable: async () => true,
  writeKinds: { full_api: [], co_branded: [] },
  isOfPaidBooking: () => false,
  flows: [],
  assumptionNames: [],
  liveStreams: () => 0,
  clockAheadMs: () => 0,
  clock: systemClock(),
});
// The counters are registered by the log that counts.
measure(silentLog);
/** The labels of each series by its name. Prometheus adds `up` and `instance`. */
const labelsOf = new Map<string, string[]>([
  ['up', ['instance', 'job']],
  ...recorded.map(({ record }) => [record, ['flow']] as [string, string[]]),
]);
for (const metric of registry.getMetricsAsArray()) {
  const {
    name,
    type,
    labelNames = [],
  } = metric as unknown as { name: string; type: string; labelNames?: string[] };
  const isHistogram = String(type) === 'histogram';
  for (const suffix of isHistogram ? ['_bucket', '_count', '_sum'] : [''])
    labelsOf.set(name + suffix, ['instance', 'job', ...labelNames, ...(suffix === '_bucket' ? ['le'] : [])]);
}

/** Metrics with a label that is a route, a path or an outcome, so that a series begins with its first event. */
const openMetrics = [
  'dx_upstream_drift_total',
  'dx_upstream_items_set_aside_total',
  'dx_upstream_unreadable_total',
  'dx_upstream_call_duration_seconds',
  'dx_http_request_duration_seconds',
];

/** The values of labels that are lists in the code. */
const values: Record<string, readonly string[]> = {
  state: ['due', 'parked'],
  status: ['2xx', '3xx', '4xx', '5xx'],
  outcome: [...callOutcomes, 'settled', 'refused', 'postponed', 'parked', 'lease_lost', 'failed'],
};

/** What of a query the server does not have. */
const unknownIn = ({ selectors, groups }: Query): string[] =>
  selectors.flatMap(({ metric, labels }) => {
    const known = labelsOf.get(metric);
    if (!known) return [metric];
    return [
      ...[...groups, ...labels.map(({ name }) => name)].filter((name) => !known.includes(name)),
      ...labels.flatMap(({ name, value }) =>
        value.split('|').filter((each) => values[name]?.includes(each) === false),
      ),
    ];
  });

it.each([
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...recorded.map(({ record, expr }) => [record, expr] as const),
  ...codeBlocks(runbooks, 'promql').map((query, at) => [`runbook ${at + 1}`, query.trim()] as const),
  ...panelQueries.map((query, at) => [`panel query ${at + 1}`, query] as const),
])('%s reads what the server measures', (_, query) => {
  const parsed = parsePromql(query);
  expect(parsed.selectors.length).toBeGreaterThan(0);
  expect(unknownIn(parsed)).toEqual([]);
});

it('finds faults of a query', () => {
  const faultsOf = (query: string) => unknownIn(parsePromql(query));
  expect(faultsOf('sum by (kind) (rate(dx_writes[5m]))')).toEqual(['dx_writes']);
  expect(faultsOf('max by (kind) (dx_writes_waiting{flow="full_api", state="late"})')).toEqual([
    'kind',
    'late',
  ]);
  expect(() => parsePromql('sum by (flow (dx_writes_waiting)')).toThrow('no PromQL');
});

it('has a runbook with a query for each alert, and no other', () => {
  const sections = [...runbooks.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook).toBe(`server/runbooks.md#${alert.toLowerCase()}`);
    expect(codeBlocks(sectionOf(runbooks, `## ${alert}`), 'promql'), alert).toHaveLength(1);
  }
});

it('alerts about every metric of waiting or failing work, and shows every metric', () => {
  const metricsOf = (queries: string[]) =>
    new Set(queries.flatMap((query) => parsePromql(query).selectors.map(({ metric }) => metric)));
  const ours = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('dx_'));
  const isIn = (metrics: Set<string>) => (name: string) =>
    metrics.has(name) || metrics.has(`${name}_count`) || metrics.has(`${name}_bucket`);
  expect(ours.filter((name) => !isIn(metricsOf(panelQueries))(name))).toEqual([]);
  const quiet = ours.filter((name) => !isIn(metricsOf(rules.map(({ expr }) => expr)))(name));
  // Neither shows work that fails: a document that stays has an error in the log.
  expect(quiet.toSorted()).toEqual([
    'dx_build_info',
    'dx_clock_ahead_seconds',
    'dx_documents_under_way',
    'dx_events_total',
    'dx_live_streams',
    'dx_upstream_gate_wait_seconds',
    'dx_webhook_reads_total',
  ]);
});

/** Writes a series as Prometheus stores it: `@b` at the end names the process, and `a` is the default. */
function asScraped(series: string): string {
  const [, name = '', labels = '', instance = 'a'] = /^(\w+)(?:\{(.*)\})?(?:@(\w))?$/.exec(series) ?? [];
  return `${name}{job="dx-booking",instance="${instance}"${labels && `,${labels}`}}`;
}

const alertsAt = (alert: Alert, labels: Record<string, string>[]) =>
  labels.map((each) => ({
    exp_labels: { ...each, severity: alert.labels.severity },
    exp_annotations: alert.annotations,
  }));

/** The file of `promtool test rules` for one alert. @param ruleFile what it evaluates, at each minute */
const promtoolTest = (ruleFile: string, alert: Alert, { series, fires, quiet }: AlertCase) => ({
  rule_files: [ruleFile],
  evaluation_interval: '1m',
  tests: [
    {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: asScraped(name), values })),
      alert_rule_test: [
        { eval_time: quiet, alertname: alert.alert, exp_alerts: [] },
        {
          eval_time: fires.at,
          alertname: alert.alert,
          exp_alerts: alertsAt(alert, fires.labels ?? [{}]),
        },
      ],
    },
  ],
});

it.for(alerts.map((alert) => [alert.alert, alert] as const))(
  '%s fires at its first event',
  ([name, alert], context) => {
    const alertCase = alertCases[name];
    if (!alertCase) throw new Error(`${name} has no case in alert-cases.ts`);
    const folder = folderOfTest();
    const [ruleFile, test] = [join(folder, 'rules.yaml'), join(folder, 'test.yaml')];
    writeFileSync(ruleFile, stringify({ groups: [{ name, rules: [...recorded, alert] }] }));
    writeFileSync(test, stringify(promtoolTest(ruleFile, alert, alertCase)));
    runTool(context, 'promtool', 'test', 'rules', test);
  },
);

it('tests alerts with series that a server has from its start, or whose labels it has', async () => {
  const server = await serverOfTest({
    env: { METRICS_PORT: '0', HANDOFF_API_KEY: 'gym.invented', HANDOFF_ORIGIN: 'https://pages.example' },
    hooks: { handoffOrder: async () => null },
  });
  const served = readSeries(await server.metrics());
  const textOf = (name: string, labels: Record<string, string>) =>
    `${name} ${JSON.stringify(Object.entries(labels).toSorted())}`;
  const known = new Set(served.map(({ name, labels }) => textOf(name, labels)));
  const isServed = (series: string) => {
    const [one] = readSeries(`${series.replace(/@\w$/, '')} 1`);
    if (!one || one.name === 'up') return true;
    if (known.has(textOf(one.name, one.labels))) return true;
    // A label without a list has its values only with the first event.
    const isOpen = openMetrics.some((metric) => one.name.startsWith(metric));
    const labels = ['instance', 'job', ...Object.keys(one.labels)].toSorted().join();
    return isOpen && labels === labelsOf.get(one.name)?.toSorted().join();
  };
  const used = Object.values(alertCases).flatMap(({ series }) => Object.keys(series));
  expect(used.filter((series) => !isServed(series))).toEqual([]);
});

it('has rules that Prometheus accepts', (context) => {
  const checked = runTool(context, 'promtool', 'check', 'rules', rulesFile);
  expect(checked).toContain(`${rules.length} rules found`);
});
