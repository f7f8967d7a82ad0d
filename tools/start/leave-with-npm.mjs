/** How often is looked, in milliseconds. */
const lookEachMs = 500;

/**
 * Ends this process as by SIGTERM when npm, which started it, is gone. npm passes a signal on to its shell, and a shell ends without passing it
 * on any further: `kill` on the process of `npm start` would leave everything running. Whoever was started otherwise stays.
 *
 * @param {() => boolean} isLeaving whether it has been told already: a second signal would cut off what is under way
 */
export function leaveWithNpm(isLeaving) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    if (!isLeaving()) process.kill(process.pid, 'SIGTERM');
  }, lookEachMs);
  looking.unref();
}
