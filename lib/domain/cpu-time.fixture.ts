/**
 * Returns the least CPU time of five runs, in ms: work of other processes does not count, nor do runs that were interrupted. For tests that tell linear
 * from quadratic time; their limit is at least ten times what an idle machine needs.
 */
export function measureCpuTime(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
