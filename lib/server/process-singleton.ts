import 'server-only';

/**
 * The values that `processSingleton` keeps, by name: caches, keys and connections that another process would create again. Each module declares
 * its own (`declare module`), so that this file imports none of them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- members are declared by the modules that own them
export interface ProcessSingletons {}

declare global {
  var ebillProcess: Partial<ProcessSingletons> | undefined;
}

/**
 * Returns the value of that name, created on first use. It is on `globalThis` because Next bundles the middleware, pages and route handlers
 * separately: a module variable would exist once in each bundle.
 */
export function processSingleton<Name extends keyof ProcessSingletons>(
  name: Name,
  create: () => ProcessSingletons[Name],
): ProcessSingletons[Name] {
  globalThis.ebillProcess ??= {};
  const singletons: Partial<ProcessSingletons> = globalThis.ebillProcess;
  const existing: ProcessSingletons[Name] | undefined = singletons[name];
  if (existing !== undefined) return existing;
  const created = create();
  singletons[name] = created;
  return created;
}
