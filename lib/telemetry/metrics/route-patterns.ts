/** Returns the pattern of the route that answers a path: one of few, whatever payers and strangers ask for. */
export type FindRoutePattern = (path: string) => string;

/** `/view/[dcb]/[[...rest]]` as an expression: a name for one part, `[[...]]` for any number of them, `[...]` for one at least. */
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
 * @param patterns those of Next's own list of routes
 * @returns `static` for built files, `other` for what no route answers
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
