import { fpxBankNames } from '../../../backend/gateways/fpx/banks';
import { instalmentPlans } from '../../scenarios/instalment-plans';

/** The names of banks by id; one of both kinds of FPX is one bank. */
const bankNames: Readonly<Record<string, string>> = {
  ...fpxBankNames.corporate,
  ...fpxBankNames.personal,
  ...Object.fromEntries(instalmentPlans.map(({ bank, bankName }) => [bank, bankName])),
};

/** Returns the name of a bank, with its id; null for an id that is no bank's. */
export function describeBank(id: string): string | null {
  const name = bankNames[id];
  return name === undefined ? null : `${name} (${id})`;
}
