import { Icon } from './icon';

export interface FieldProblem {
  /** The id of the field that the link leads to. */
  fieldId: string;
  message: string;
}

interface ErrorSummaryProps {
  /** Stands over the problems. A message alone has none: what is no fault of the payer is not theirs to check. */
  title: string;
  problems: readonly FieldProblem[];
  /** What went wrong with the form as a whole. */
  message?: string;
}

/** Of a link to a field, here and where a script makes one. */
export const problemLinkClasses = 'inline-block py-2.5 font-medium text-danger underline underline-offset-4';

/**
 * What has to be mended, with a link to each field. It is always there, hidden while there is nothing to say, so that a script can
 * fill it and move the focus to it; without scripts `autoFocus` on the first field in error does that.
 */
export function ErrorSummary({ title, problems, message }: ErrorSummaryProps) {
  const isEmpty = problems.length === 0 && message === undefined;
  return (
    <div
      data-testid="error-summary"
      role="alert"
      tabIndex={-1}
      autoFocus={(problems.length === 0 && !isEmpty) || undefined}
      hidden={isEmpty}
      className="border-danger bg-danger-soft rounded-md border-2 p-4"
    >
      <p data-summary-message="" hidden={message === undefined} className="flex gap-2 font-semibold">
        <Icon name="warning" className="text-danger mt-0.5" />
        <span>{message}</span>
      </p>
      <h2 data-summary-title="" hidden={problems.length === 0} className="text-danger flex gap-2 text-lg">
        <Icon name="warning" className="mt-0.5" />
        {title}
      </h2>
      <ul data-summary-problems="" hidden={problems.length === 0} className="-mb-2">
        {problems.map((problem) => (
          <li key={problem.fieldId}>
            <a href={`#${problem.fieldId}`} className={problemLinkClasses}>
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
