import type { ControlSettings } from '../controls/controls';
import type { Flash } from './flash';
import type { ConsolePage } from './pages/layout';
import type { Fields } from './submission';

/** What a page of the console is made from. */
export interface PageRequest {
  readonly settings: ControlSettings;
  /** The query, and what the address itself names. */
  readonly asked: Fields;
  readonly flash: Flash | null;
}

/** Makes a page; null when there is no such thing to show. */
export type ShowPage = (request: PageRequest) => ConsolePage | null | Promise<ConsolePage | null>;
