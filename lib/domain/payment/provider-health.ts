/**
 * How a provider (a bank, a wallet, or a method that has one provider only) does just now, by the outcomes of this deployment's own payments.
 * docs/decisions/0025-provider-health.md has the reasons for the rule and its figures.
 */
export const providerConditions = ['working', 'slow', 'failing'] as const;
export type ProviderCondition = (typeof providerConditions)[number];

/** What orders that tried to pay by a provider came to in a time. An order counts once. */
export interface ProviderCounts {
  /** Orders whose payment the provider made. */
  readonly paid: number;
  /** Networks of payers with such an order that took longer than `slowAfterMs`. */
  readonly slow: number;
  /** Networks of payers whose order ended by a fault that the provider, or the network to it, has reported as its own. */
  readonly faults: number;
  /** Networks of payers whose order got no answer: the page of the bank timed out, or the payment could not be begun. */
  readonly unfinished: number;
}

/** A payment that takes longer counts as slow. A payer logs in at a bank and confirms in a minute or two. */
export const slowAfterMs = 5 * 60_000;

/** The least number of orders, of all that a share is taken of, before a provider is called slow or failing. */
export const healthSamples = {
  /** Of the last 30 minutes. */
  recent: 10,
  /**
   * Of the last 30 minutes, where payments without an answer are taken into account: anybody can leave a bank's page, and nobody but the bank can
   * report its fault. Security, row 60.
   */
  recentWithUnfinished: 30,
  /** Of the days before. */
  usual: 50,
  /** Orders that were paid, before a provider is named as one that works. */
  working: 3,
} as const;

/** By how much a share must exceed the usual one, beyond what chance explains. */
const margin = 0.1;
/** The most faults for each payment of a provider that is said to work. */
const faultsOfWorking = 0.25;

/** Two-sided 99 % quantile of the normal distribution. */
const z = 2.576;

/** Wilson's score interval of a share at 99 %, E. B. Wilson, JASA 22 (1927): the limits between which it lies, given a sample that is not empty. */
export function boundShare(hits: number, of: number): { readonly lower: number; readonly upper: number } {
  const share = hits / of;
  const scale = 1 + z ** 2 / of;
  const centre = (share + z ** 2 / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return { lower: Math.max(0, centre - half), upper: Math.min(1, centre + half) };
}

type Share = (counts: ProviderCounts) => { readonly hits: number; readonly of: number };

const faultShare: Share = ({ paid, faults }) => ({ hits: faults, of: paid + faults });
const unpaidShare: Share = ({ paid, faults, unfinished }) => ({
  hits: faults + unfinished,
  of: paid + faults + unfinished,
});
// Several payers of one network count once, so that the share is not too high.
const slowShare: Share = ({ paid, slow }) => ({ hits: slow, of: paid });

/** Whether a share is higher than usual by more than the margin, and than chance, in a sample of at least this size. */
function isWorse(share: Share, recent: ProviderCounts, usual: ProviderCounts, sample: number): boolean {
  const [now, before] = [share(recent), share(usual)];
  if (now.of < sample || before.of < healthSamples.usual) return false;
  return boundShare(now.hits, now.of).lower > boundShare(before.hits, before.of).upper + margin;
}

/**
 * Compares a provider's last 30 minutes with the days before. Returns null where its payments do not tell: there are too few. A provider is
 * `failing` or `slow` only if it is notably worse than usual; `working` if it has just made payments, and is neither.
 */
export function assessProvider(recent: ProviderCounts, usual: ProviderCounts): ProviderCondition | null {
  const isFailing =
    isWorse(faultShare, recent, usual, healthSamples.recent) ||
    isWorse(unpaidShare, recent, usual, healthSamples.recentWithUnfinished);
  if (isFailing) return 'failing';
  if (isWorse(slowShare, recent, usual, healthSamples.recent)) return 'slow';
  const isWorking = recent.paid >= healthSamples.working && recent.faults <= recent.paid * faultsOfWorking;
  return isWorking ? 'working' : null;
}
