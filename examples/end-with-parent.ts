/** Preloaded into each process of the stack, so that it stops when its parent process is gone for any reason. */
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
