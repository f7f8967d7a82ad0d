/** Returns the path of a request target, without its query. */
export function readPath(target = ''): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}
