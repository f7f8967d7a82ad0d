/** Gives the milliseconds since the server wrote this page; it does not depend on the payer's clock. */
export function pageAge(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const answered = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
  return performance.now() - answered;
}
