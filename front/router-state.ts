import { z } from 'zod';

/** The header in which Next's client lists the segments of a page that it has, as percent-encoded JSON. */
export const routerStateHeader = 'next-router-state-tree';

/** A segment, a dynamic one with its parameter. Next: `dynamicParamTypesSchema` in `server/app-render/types`. */
const segmentSchema = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(?:o?c|d|[cd]i(?:\(\.\)|\(\.\.\)|\(\.\.\)\(\.\.\)|\(\.\.\.\)))$/),
    z.array(z.string()).nullable(),
  ]),
]);

const routerStateSchema: z.ZodType = z.lazy(() =>
  z.tuple([
    segmentSchema,
    z.record(z.string(), routerStateSchema),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

/** Whether Next can read a router state: it responds with 500 to any other. */
export function isRouterState(text: string): boolean {
  try {
    return routerStateSchema.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}
