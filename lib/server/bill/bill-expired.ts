import 'server-only';
import { routes } from '@/lib/routes';
import type { FormRefusal } from '../forms/form-pipeline';

/** The bill that a form shows is expired or outdated: it must be looked up again. Its account number, if it is known, is filled in. */
export function billExpired(accountNumber: string | null): FormRefusal {
  return {
    issues: [{ field: null, key: 'errors.billExpired' }],
    startAgain: {
      form: 'look-up',
      page: routes.home,
      ...(accountNumber !== null && { values: { accountNumber } }),
    },
  };
}
