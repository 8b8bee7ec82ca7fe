/** Reads expressions of Prometheus with its own grammar. */
import { parser } from '@prometheus-io/lezer-promql';

/** What an expression reads. */
export interface Query {
  /** Each selected metric with the labels and values that select its series. */
  selectors: { metric: string; labels: { name: string; operator: string; value: string }[] }[];
  /** The labels that group the result. */
  groups: string[];
}

/** Parses an expression. @throws Error if it is no PromQL */
export function parsePromql(expression: string): Query {
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
