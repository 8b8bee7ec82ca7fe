/**
 * Loaded before a server's program (`node --import`): reports memory and processor time of the process on request
 * (usage.ts). It is JavaScript, so that Node does not load its TypeScript compiler into the process under measurement.
 */
process.on('message', (asked) => {
  const { user, system } = process.cpuUsage();
  if (asked === 'collected') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({
    memory: { rss, heap: heapUsed, external, resources },
    cpuMs: (user + system) / 1000,
  });
});
// The open channel does not keep the process alive.
process.channel?.unref();
