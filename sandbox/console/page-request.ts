import type { Markup } from '../html/markup';
import type { ControlSettings } from '../controls/controls';
import type { Flash } from './flash';
import type { ConsolePage } from './pages/layout';
import type { Fields } from './submission';

/** The input of a console page. */
export interface PageRequest {
  readonly settings: ControlSettings;
  /** Query and path parameters. */
  readonly query: Fields;
  readonly flash: Flash | null;
  /** The origin under which the backend is asked for, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** The changes that are in effect. */
  readonly changes: readonly Markup[];
}

/** Builds a page; null when there is nothing to show. */
export type ShowPage = (request: PageRequest) => ConsolePage | null | Promise<ConsolePage | null>;
