/** Returns the milliseconds since the response of this page, independent of the device's clock. */
export function pageAge(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const respondedAt = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
  return performance.now() - respondedAt;
}
