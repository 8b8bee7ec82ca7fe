/** What Prometheus reads out of a text of metrics: each series by its name and labels, with its value. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export function readSeries(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === '') throw new Error(`no series: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', word = '']) => [key, word]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

/** The sum of all series of that name with these labels; NaN where there is none. */
export function sumOf(series: Series[], name: string, labels: Record<string, string> = {}): number {
  const found = series.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, word]) => one.labels[key] === word),
  );
  return found.length === 0 ? Number.NaN : found.reduce((sum, { value }) => sum + value, 0);
}
