import type { StackClient } from '../stack/client';
import { choices } from './identity';
import { Payer, type Page } from './payer';

/** A stack; `makePayer` replaces the default payer. */
export type JourneyStack = Pick<StackClient, 'site' | 'banks'> & { makePayer?: () => Payer };

let accounts = 0;

/** Returns an unused account number with a bill of RM138.78. */
function nextAccountNumber() {
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
  /** Whether the site serves the step's page: only these steps are timed. */
  readonly isSite: boolean;
  readonly run: (context: { payer: Payer; page: Page; stack: JourneyStack }) => Promise<Page>;
}

/** A payment by online banking from the home page to the result; each step follows redirects. */
const steps: readonly Step[] = [
  { name: 'home', isSite: true, run: ({ payer }) => payer.open('/') },
  {
    name: 'look-up, bill',
    isSite: true,
    run: ({ payer, page, stack }) =>
      payer.submit(findForm(page, `${stack.site}/api/bill/lookup`), { accountNumber: nextAccountNumber() }),
  },
  {
    name: 'payment',
    isSite: true,
    run: ({ payer, page, stack }) =>
      payer.submit(findForm(page, `${stack.site}/api/bill/pay`), { payOption: 'current' }),
  },
  {
    name: 'pay',
    isSite: true,
    run: ({ payer, page, stack }) =>
      payer.submit(findForm(page, `${stack.site}/api/payment/pay`), {
        ...choices.fpx,
        userEmailAddress: 'payer@ebill.example',
      }),
  },
  { name: 'bank', isSite: false, run: ({ payer, page, stack }) => payer.submit(findForm(page, stack.banks)) },
  {
    name: 'approve',
    isSite: false,
    run: ({ payer, page, stack }) => payer.submit(findForm(page, `${stack.banks}/pay/`), { button: 'approve' }),
  },
  {
    name: 'return, result',
    isSite: true,
    async run({ payer, page, stack }) {
      const result = await payer.submit(findForm(page, stack.site));
      if (result.resultStatus !== 'successful')
        throw new Error(`an approved payment is shown as ${result.resultStatus}`);
      return result;
    },
  },
];

/** Pays from the home page to the result, or to the step `upTo`; calls `onStep` for each step of the site. */
export async function runJourney(
  stack: JourneyStack,
  { upTo, onStep }: { upTo?: string; onStep?: (name: string, durationMs: number) => void } = {},
) {
  const payer = stack.makePayer?.() ?? new Payer(stack);
  let page: Page = { url: stack.site, status: 0, html: '', forms: [], resultStatus: null, submission: null };
  for (const { name, isSite, run } of steps) {
    const start = performance.now();
    page = await run({ payer, page, stack });
    if (isSite) onStep?.(name, performance.now() - start);
    if (name === upTo) break;
  }
  return { payer, page };
}
