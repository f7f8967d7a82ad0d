import type { ComponentProps, Ref } from 'react';
import { Icon } from '../icon';
import { joinClasses } from '../join-classes';

interface ErrorSummaryProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** The heading above the problems; not shown for a message without problems. */
  readonly title: string;
  readonly problems: readonly { readonly fieldId: string; readonly message: string }[];
  /** The error of the form as a whole. */
  readonly message?: string;
  /** What to do about the error of the form as a whole. */
  readonly advice?: string;
  /** What has failed can be tried again now. */
  readonly isOver?: boolean;
  /** Only said to screen readers, without links: it takes no space, so that nothing moves while the payer is still filling in the form. */
  readonly isSaidOnly?: boolean;
  /** A link to a field is followed. */
  readonly onFollow?: ComponentProps<'a'>['onClick'];
}

/**
 * Lists what to correct, with a link to each field. Always rendered, hidden while empty, because a live region must exist before it changes.
 * Not atomic, so that after a blur or a correction a screen reader reads only what was added, and while it is only said, after what the payer has gone
 * to. Without scripts `autoFocus`, here or on the first
 * field in error, moves the focus.
 */
export function ErrorSummary({
  ref,
  title,
  problems,
  message,
  advice,
  isOver = false,
  isSaidOnly = false,
  onFollow,
}: ErrorSummaryProps) {
  const isEmpty = problems.length === 0 && message === undefined;
  return (
    <div
      ref={ref}
      data-testid="error-summary"
      role="alert"
      aria-live={isSaidOnly ? 'polite' : undefined}
      aria-atomic={false}
      tabIndex={-1}
      autoFocus={(problems.length === 0 && !isEmpty) || undefined}
      hidden={isEmpty}
      className={
        isSaidOnly
          ? 'sr-only'
          : joinClasses(
              'scroll-mt-4 rounded-md border-2 p-4',
              isOver ? 'border-info bg-info-soft' : 'border-danger bg-danger-soft',
            )
      }
    >
      {message === undefined ? null : (
        // It moves into place: a second failure with the same message is seen.
        <p className="flex gap-2 font-semibold transition-transform starting:translate-x-2">
          <Icon
            name={isOver ? 'info' : 'warning'}
            className={joinClasses('mt-0.5', isOver ? 'text-info' : 'text-danger')}
          />
          <span>{message}</span>
        </p>
      )}
      {advice === undefined ? null : <p className="mt-1">{advice}</p>}
      {problems.length === 0 ? null : (
        <>
          <h2 className="text-danger flex gap-2 text-lg">
            <Icon name="warning" className="mt-0.5" />
            {title}
          </h2>
          <ul className="-mb-2">
            {problems.map((problem) => (
              <li key={problem.fieldId}>
                {isSaidOnly ? (
                  problem.message
                ) : (
                  <a
                    href={`#${problem.fieldId}`}
                    onClick={onFollow}
                    className="text-danger inline-block py-2.5 font-medium underline underline-offset-4"
                  >
                    {problem.message}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
