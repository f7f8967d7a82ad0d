import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

interface ButtonLabelProps {
  /** In a second line, in a button that is little higher than one of one line; in wider windows on the same line, if there is room. */
  readonly detail?: ReactNode;
  /** Wider windows show the detail beside the button. */
  readonly isDetailForPhones?: boolean;
  readonly children: ReactNode;
}

/**
 * The label of the main button of a bar. Neither its words nor an amount break: enlarged, the text grows no wider than a phone's window
 * (`cqi`: the width of the bar). Words with an amount as their detail stay on one line, no larger than the amount. The detail is as large and bold
 * as the label: smaller text on the accent has not enough contrast (lib/theme/accent.ts). A press is of the button itself: where hydration replaces what
 * is pressed before the pointer is up, there is no click.
 */
export function ButtonLabel({ detail, isDetailForPhones = false, children }: ButtonLabelProps) {
  const label = (
    <span
      className={joinClasses(
        'pointer-events-none leading-[1.2] wrap-normal',
        isDetailForPhones ? 'block text-[min(1em,7.5cqi)]' : 'inline-block text-[min(1em,9.5cqi)]',
      )}
    >
      {children}
    </span>
  );
  if (detail === undefined) return label;
  return (
    <span
      className={joinClasses('pointer-events-none block leading-[1.2]', isDetailForPhones ? 'max-md:-my-1' : '-my-1')}
    >
      {label}{' '}
      <span className={joinClasses('block text-[min(1em,7.5cqi)]', isDetailForPhones ? 'md:hidden' : 'md:inline')}>
        {detail}
      </span>
    </span>
  );
}
