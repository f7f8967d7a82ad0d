/** Returns the pattern of the route of a path: one of a fixed set, whatever is requested. */
export type FindRoutePattern = (path: string) => string;

/** Converts a pattern such as `/view/[dcb]/[[...rest]]`: `[x]` is one segment, `[...x]` one or more, `[[...x]]` any number. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split('/').slice(1);
  const body = parts.map((part) => {
    if (part.startsWith('[[...')) return '(?:/.*)?';
    if (part.startsWith('[...')) return '/.+';
    return part.startsWith('[') ? '/[^/]+' : `/${part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`;
  });
  return new RegExp(`^${body.join('')}$`);
}

/**
 * @param patterns Next's list of routes
 * @returns `static` for built files, `other` for paths without a route
 */
export function createRoutePatternFinder(patterns: readonly string[]): FindRoutePattern {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('[')));
  const dynamic = patterns
    .filter((pattern) => pattern.includes('['))
    .map((pattern) => ({ pattern, expression: toExpression(pattern) }));
  return (path) => {
    if (exact.has(path)) return path;
    if (path.startsWith('/_next/')) return 'static';
    return dynamic.find(({ expression }) => expression.test(path))?.pattern ?? 'other';
  };
}
