/** Returns the milliseconds since the response of this page, independent of the device's clock. */
export function pageAge(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const isTimed = navigation !== undefined && 'responseStart' in navigation;
  const respondedAt = isTimed && typeof navigation.responseStart === 'number' ? navigation.responseStart : 0;
  return performance.now() - respondedAt;
}
