import { useTranslations } from 'next-intl';

type Translate = ReturnType<typeof useTranslations<never>>;
export type WordKey = Parameters<Translate>[0];

/**
 * Gives the words of some messages, their placeholders still in them, as an island takes them. For server components: an island gets
 * no more of the catalogue than it can say.
 */
export function useRawWords<const Key extends WordKey>(keys: readonly Key[]): Readonly<Record<string, string>> {
  const t = useTranslations();
  return Object.fromEntries(keys.map((key) => [key, String(t.raw(key))]));
}
