import type { Theme } from './theme';

/** What the frame of every page needs to know beside the words. */
export interface LayoutData {
  readonly theme: Theme;
  /** The partner's name, which is left when its logo does not load; null on pages of our own. */
  readonly partnerName: string | null;
  /** The backend plays banks itself: pages say so. */
  readonly isSandbox: boolean;
  /** False when the operator has turned Malay off. */
  readonly canChooseLanguage: boolean;
}

/** The address that a page was asked for; `search` with its `?` or empty. */
export interface VisitAddress {
  readonly path: string;
  readonly search: string;
}
