'use client';

import { useMemo, useRef, useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FieldContext, SubmissionContext } from './form-context';
import { FormErrorSummary } from './form-error-summary';
import { toFieldErrors, type FormState } from './form-state';
import { readFormFields, useRegisterFormDraft } from './form-draft';
import { useAfterPointerUp } from './use-after-pointer-up';
import { useSchemaResolver, type LoadSchema } from './use-schema-resolver';
import { useSubmission, type SubmissionEvents } from './submission/use-submission';

interface FormProps extends SubmissionEvents {
  readonly id: string;
  /** The path that the form is posted to, by a browser without scripts too; the address of another site with `post`. */
  readonly action: string;
  readonly state: FormState;
  /** Names of the fields in page order, for the error summary; none if the payer only presses the button. */
  readonly fieldOrder?: readonly string[];
  /** What the error summary says in place of messages that do not name their field. */
  readonly summaryTexts?: Readonly<Record<string, string>>;
  readonly loadSchema?: LoadSchema;
  /** Created for this page view: all submissions until the server's decision are one request. */
  readonly idempotencyKey?: string;
  readonly hiddenFields?: Readonly<Record<string, string | number>>;
  /** What the language switch carries over: the form's name on the server and its fields. Never card data, codes or PINs. */
  readonly draft?: { readonly form: string; readonly fields: readonly string[] };
  /** Aborts a request under way when it becomes true. The focus stays where it is. */
  readonly isAborted?: boolean;
  /** The errors that the server has rendered are listed elsewhere on the page: only those of a submission by script are listed here. */
  readonly listsOwnErrorsOnly?: boolean;
  /** What the error summary says to do about an error of the form that is no decision of the server, in place of its own advice after a network error. */
  readonly advice?: string;
  /** Where the browser itself posts the form: `_top` leaves a partner's frame. */
  readonly target?: '_top';
  /** False: the browser checks the fields by their attributes. */
  readonly noValidate?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

const noFields: readonly string[] = [];

/**
 * The form component of the site: a native form that works without scripts, managed by React Hook Form. With scripts, fields are validated
 * with the server's schema on blur and while they are corrected, and the form is submitted by `fetch`. React Hook Form reads the fields'
 * values when it registers them, so input typed before hydration is kept.
 */
export function Form({
  id,
  action,
  state,
  fieldOrder = noFields,
  summaryTexts,
  loadSchema,
  idempotencyKey,
  hiddenFields = {},
  draft,
  isAborted = false,
  listsOwnErrorsOnly = false,
  advice,
  target,
  noValidate = true,
  className,
  children,
  ...events
}: FormProps) {
  const { resolver, preload } = useSchemaResolver(loadSchema);
  // The server's errors are React Hook Form's initial state.
  const errors = useMemo(() => toFieldErrors(state), [state]);
  const wasRejected = state.formError !== null || Object.keys(state.fieldErrors).length > 0;
  const form = useForm({ mode: 'onTouched', shouldFocusError: false, resolver, errors });
  const afterPointerUp = useAfterPointerUp();
  const element = useRef<HTMLFormElement>(null);
  /** The name of the field that is being edited, until the focus leaves it. */
  const [edited, setEdited] = useState<string | null | undefined>(null);
  useRegisterFormDraft(draft?.form, () =>
    element.current === null ? {} : readFormFields(element.current, draft?.fields ?? []),
  );
  const submission = useSubmission({ form, action, idempotencyKey, isAborted, ...events });

  const fieldContext = useMemo(
    () => ({ form, state, fieldOrder, afterPointerUp }),
    [form, state, fieldOrder, afterPointerUp],
  );
  const { isBusy, status, failures, focusErrors, repeat } = submission;
  const submissionValue = useMemo(
    () => ({ isBusy, status, failures, focusErrors, repeat }),
    [isBusy, status, failures, focusErrors, repeat],
  );

  return (
    <FormProvider {...form}>
      <FieldContext value={fieldContext}>
        <SubmissionContext value={submissionValue}>
          <form
            ref={element}
            id={id}
            method="post"
            action={action}
            noValidate={noValidate}
            target={target}
            className={className}
            onSubmit={(event) => {
              setEdited(null);
              submission.onSubmit(event);
            }}
            onInput={(event) => {
              setEdited(document.activeElement?.getAttribute('name'));
              submission.onEdit(event);
            }}
            onBlur={() => afterPointerUp(() => setEdited(null))}
            onFocus={preload}
            onPointerDown={preload}
          >
            {Object.entries(hiddenFields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {submission.idempotencyKey === undefined ? null : (
              <input type="hidden" name="idempotencyKey" value={submission.idempotencyKey} />
            )}
            {listsOwnErrorsOnly && failures === 0 ? null : (
              <FormErrorSummary
                texts={summaryTexts}
                edited={edited}
                isShown={failures > 0 || wasRejected}
                advice={advice}
              />
            )}
            {children}
          </form>
        </SubmissionContext>
      </FieldContext>
    </FormProvider>
  );
}
