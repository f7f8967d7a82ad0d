'use client';

import { useTranslations } from 'next-intl';
import type { Resolver } from 'react-hook-form';
import type { FormSchema } from './schema-resolver';

const loadResolver = () => import('./schema-resolver');

/** Loads the schema of a form. Its code is imported on first interaction. */
export type LoadSchema = () => Promise<FormSchema>;

/**
 * Returns React Hook Form's resolver for a lazily imported schema, and a function that preloads it. If the code cannot be loaded the form
 * counts as valid here: the server validates with the same schema.
 */
export function useSchemaResolver(loadSchema: LoadSchema): {
  readonly resolver: Resolver;
  readonly preload: () => void;
} {
  const t = useTranslations();
  const load = () => Promise.all([loadResolver(), loadSchema()]).catch(() => null);
  return {
    preload: () => {
      void load();
      void import('./submission/submit-form').catch(() => null);
    },
    resolver: async (values, context, options) => {
      const loaded = await load();
      if (loaded === null) return { values, errors: {} };
      const [{ createSchemaResolver }, schema] = loaded;
      return createSchemaResolver(schema, ({ key, params }) => t(key, params))(values, context, options);
    },
  };
}
