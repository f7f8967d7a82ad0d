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
export const problemLinkClasses = 'font-medium text-danger underline underline-offset-4';

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
      <p data-summary-message="" hidden={message === undefined} className="font-semibold">
        <Icon name="warning" className="text-danger mr-2 inline-block align-[-0.25rem]" />
        <span>{message}</span>
      </p>
      <h2 data-summary-title="" hidden={problems.length === 0} className="text-danger text-lg">
        <Icon name="warning" className="mr-2 inline-block align-[-0.25rem]" />
        {title}
      </h2>
      <ul data-summary-problems="" hidden={problems.length === 0} className="mt-2 grid gap-1">
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
