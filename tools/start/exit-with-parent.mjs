/* Preloaded into each server: when its parent process exits for any reason, the server shuts down and frees its port. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
