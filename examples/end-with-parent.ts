/** Loaded before each process of the stack: when the one that started it is gone, however that ended, it ends too. */
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
