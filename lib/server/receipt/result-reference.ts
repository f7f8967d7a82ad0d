import 'server-only';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { parseRefid } from '@/lib/domain/payment/references';
import type { ResultReference } from '@/lib/routes';

/** Reads the result that has led to a receipt from the query of its page or the fields of its form; null: none, or no such route. */
export function parseResultReference(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResultReference | null {
  const { result: route } = fields;
  const refid = parseRefid(fields['refid']);
  return typeof route === 'string' && isResultRoute(route) && refid !== undefined ? { route, refid } : null;
}
