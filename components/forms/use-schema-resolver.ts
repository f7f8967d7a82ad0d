'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import type { Resolver } from 'react-hook-form';
import { nextTask } from './next-task';
import type { FormSchema } from './schema-resolver';

const loadResolver = () => import('./schema-resolver');

/** Loads the schema of a form. Its code is imported on first interaction. */
export type LoadSchema = () => Promise<FormSchema>;

/**
 * Returns React Hook Form's resolver for a lazily imported schema, and a function that preloads it. If the code cannot be loaded the form
 * counts as valid here: the server validates with the same schema. So does a form without fields for the payer, which has no schema.
 */
export function useSchemaResolver(loadSchema: LoadSchema | undefined): {
  readonly resolver: Resolver;
  readonly preload: () => void;
} {
  const t = useTranslations();
  const isPreloaded = useRef(false);
  const load = async () =>
    loadSchema === undefined ? undefined : Promise.all([loadResolver(), loadSchema()]).catch(() => null);

  async function preload() {
    if (isPreloaded.current) return;
    isPreloaded.current = true;
    await nextTask();
    const loaded = await Promise.all([load(), import('./submission/submit-form').catch(() => null)]);
    // Offline or a new release: the next interaction tries again.
    isPreloaded.current = !loaded.includes(null);
  }

  return {
    preload: () => void preload(),
    resolver: async (values, context, options) => {
      await nextTask();
      const loaded = await load();
      if (loaded === null || loaded === undefined) return { values, errors: {} };
      const [{ createSchemaResolver }, schema] = loaded;
      return createSchemaResolver(schema, ({ key, params }) => t(key, params))(values, context, options);
    },
  };
}
