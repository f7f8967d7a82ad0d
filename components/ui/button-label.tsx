import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

interface ButtonLabelProps {
  /** In a second line, in the height of one. */
  readonly detail?: ReactNode;
  /** Wider windows show the detail beside the button. */
  readonly isDetailForPhones?: boolean;
  readonly children: ReactNode;
}

/**
 * The label of the main button of a bar. Neither its words nor an amount break: enlarged, the text grows no wider than a phone's window
 * (`cqi`: the width of the bar). Words with an amount as their detail stay on one line, no larger than the amount.
 */
export function ButtonLabel({ detail, isDetailForPhones = false, children }: ButtonLabelProps) {
  const label = (
    <span
      className={joinClasses(
        'leading-tight wrap-normal',
        isDetailForPhones ? 'block text-[min(1em,7.5cqi)]' : 'inline-block text-[min(1em,9.5cqi)]',
      )}
    >
      {children}
    </span>
  );
  if (detail === undefined) return label;
  return (
    <span
      className={joinClasses(
        'block',
        isDetailForPhones ? 'max-md:-my-1.5 max-md:leading-tight' : '-my-1.5 leading-tight',
      )}
    >
      {label} {/* No small text on the accent has enough contrast. */}
      <span
        className={joinClasses(
          'bg-surface text-ink mx-auto block w-fit rounded-sm px-2 text-[min(0.875rem,8cqi)] leading-tight font-semibold',
          isDetailForPhones && 'md:hidden',
        )}
      >
        {detail}
      </span>
    </span>
  );
}
