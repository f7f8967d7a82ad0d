import { calls } from '@/lib/contract/calls';
import type { Place } from '../processes/backend-processes';
import type { Letter } from './banks';
import type { Desk, Notes } from './backend-client';
import type { Actor } from '../runs/scheduler';

/** What banks have sent, and what they still owe. */
export interface PostOffice {
  readonly letters: readonly Letter[];
  take(sent: readonly Letter[]): void;
  bring(actor: Actor, place: Place, letter: Letter): Promise<void>;
  /** Brings a letter altered on its way: with another amount, or another's number. */
  bringForged(actor: Actor, place: Place, letter: Letter, how: 'amount' | 'number'): Promise<void>;
  bringOwed(actor: Actor, place: Place): Promise<void>;
  countOwed(): number;
}

/** `losesCallbacks`: a planted fault, the backend says `OK` to callbacks and forgets them. */
export function createPostOffice(desk: Desk, notes: Notes, losesCallbacks: boolean): PostOffice {
  const letters: Letter[] = [];
  let owed: readonly Letter[] = [];

  async function bring(actor: Actor, place: Place, letter: Letter): Promise<void> {
    const { to, fields } = letter;
    if ('route' in to) {
      await desk.ask(actor, place, calls['payment.return'], { route: to.route, fields });
      return;
    }
    const status = losesCallbacks ? 200 : await desk.callBack(actor, place, to.callback, fields);
    notes.log.push(`  ${place} ${to.callback} ${letter.number.slice(0, 4)} ${status}`);
    if (status === 200) owed = owed.filter((other) => other !== letter);
  }

  function forge(letter: Letter, how: 'amount' | 'number'): Letter {
    const other = letters.find(({ number }) => number !== letter.number)?.number ?? letter.number;
    const fields = Object.entries(letter.fields).map(([name, value]): [string, string] => {
      if (how === 'number') return [name, value === letter.number ? other : value];
      return [name, /amount/i.test(name) ? value.replace('138', '939') : value];
    });
    return { ...letter, isOwed: false, fields: Object.fromEntries(fields) };
  }

  return {
    letters,
    take(sent) {
      letters.push(...sent);
      const calledBack = sent.filter(({ to }) => 'callback' in to);
      if (calledBack.length > 0 && !calledBack.some(({ isOwed }) => isOwed)) notes.figures.count('bank silent');
      owed = [...owed, ...calledBack.filter(({ isOwed }) => isOwed)];
    },
    bring,
    async bringForged(actor, place, letter, how) {
      notes.figures.count('letter forged');
      await bring(actor, place, forge(letter, how));
    },
    async bringOwed(actor, place) {
      for (const letter of owed) await bring(actor, place, letter);
    },
    countOwed: () => owed.length,
  };
}
