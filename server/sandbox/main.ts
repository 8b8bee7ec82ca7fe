#!/usr/bin/env node
/** `dx-booking-sandbox [--port N] [--data DIR]`: starts the sandbox, prints its address, and stops on SIGINT and SIGTERM. */
import { parseArgs } from 'node:util';
import { startSandbox } from './sandbox.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4010' }, data: { type: 'string' } },
});
const sandbox = await startSandbox({
  port: Number(values.port),
  ...(values.data === undefined ? {} : { dataFolder: values.data }),
});
process.stdout.write(`sandbox ready ${sandbox.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
