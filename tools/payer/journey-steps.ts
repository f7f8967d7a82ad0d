import type { StackClient } from '../stack/client';
import { choices } from './identity';
import { Payer, type Page } from './payer';

/** A stack, and how to make a payer where the default one does not do. */
export type JourneyStack = Pick<StackClient, 'site' | 'banks'> & { makePayer?: () => Payer };

let accounts = 0;

/** Returns an account that no payer has used yet; it owes RM138.78. */
function nextAccount() {
  accounts += 1;
  return `${30_000_000 + accounts}01`;
}

function findForm(page: Page, address: string) {
  const form = page.forms.find(({ action }) => action.startsWith(address));
  if (form === undefined) throw new Error(`${page.url} (${page.status}) has no form to ${address}`);
  return form;
}

interface Step {
  readonly name: string;
  /** Whether the site responds: only these steps are timed. */
  readonly isSite: boolean;
  readonly take: (context: { payer: Payer; page: Page; stack: JourneyStack }) => Promise<Page>;
}

/** A payment by online banking from the home page to the result; each step follows redirects. */
const steps: readonly Step[] = [
  { name: 'home', isSite: true, take: ({ payer }) => payer.open('/') },
  {
    name: 'look-up, bill',
    isSite: true,
    take: ({ payer, page, stack }) =>
      payer.submit(findForm(page, `${stack.site}/api/bill/lookup`), { accountNumber: nextAccount() }),
  },
  {
    name: 'payment',
    isSite: true,
    take: ({ payer, page, stack }) =>
      payer.submit(findForm(page, `${stack.site}/api/bill/pay`), { payOption: 'current' }),
  },
  {
    name: 'pay',
    isSite: true,
    take: ({ payer, page, stack }) =>
      payer.submit(findForm(page, `${stack.site}/api/payment/pay`), {
        ...choices.fpx,
        userEmailAddress: 'payer@ebill.example',
      }),
  },
  { name: 'bank', isSite: false, take: ({ payer, page, stack }) => payer.submit(findForm(page, stack.banks)) },
  {
    name: 'approve',
    isSite: false,
    take: ({ payer, page, stack }) => payer.submit(findForm(page, `${stack.banks}/pay/`), { button: 'approve' }),
  },
  {
    name: 'return, result',
    isSite: true,
    async take({ payer, page, stack }) {
      const result = await payer.submit(findForm(page, stack.site));
      if (result.resultStatus !== 'successful')
        throw new Error(`an approved payment is shown as ${result.resultStatus}`);
      return result;
    },
  },
];

/** Pays from the home page to the result, or to the step `upTo`. `onStep` is called with each step of the site. */
export async function runJourney(
  stack: JourneyStack,
  { upTo, onStep }: { upTo?: string; onStep?: (name: string, durationMs: number) => void } = {},
) {
  const payer = stack.makePayer?.() ?? new Payer(stack);
  let page: Page = { url: stack.site, status: 0, html: '', forms: [], resultStatus: null, submission: null };
  for (const { name, isSite, take } of steps) {
    const start = performance.now();
    page = await take({ payer, page, stack });
    if (isSite) onStep?.(name, performance.now() - start);
    if (name === upTo) break;
  }
  return { payer, page };
}
