const intervalMs = 500;

/**
 * Sends SIGTERM to this process when the npm that started it has exited. npm forwards a signal to its shell, and the shell exits without
 * forwarding it, so `kill` on the process of `npm start` would leave everything running. Does nothing in a process that npm did not start.
 *
 * @param {() => boolean} isStopping whether a signal has arrived already; a second one would exit immediately
 */
export function exitWithNpm(isStopping) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (!isStopping()) process.kill(process.pid, 'SIGTERM');
  }, intervalMs);
  timer.unref();
}
