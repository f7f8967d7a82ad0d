const intervalMs = 500;

/**
 * Sends SIGTERM to this process when npm, which started it, is gone. npm passes a signal to its shell, and the shell exits without passing it
 * on: `kill` on the process of `npm start` would leave everything running. Does nothing for a process that was started otherwise.
 *
 * @param {() => boolean} isStopping whether a signal has arrived already: a second one would end the process at once
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
