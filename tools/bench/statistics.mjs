/** @typedef {{ median: number, lowest: number, highest: number }} Spread */

/** @param {readonly number[]} values @param {number} share from 0 to 1 */
export function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {readonly number[]} values at least one @returns {Spread} */
export function summariseSpread(values) {
  return { median: quantile(values, 0.5), lowest: Math.min(...values), highest: Math.max(...values) };
}
