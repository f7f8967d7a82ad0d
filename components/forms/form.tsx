'use client';

import { useMemo, useRef, type ReactNode } from 'react';
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
  /** The path that the form is posted to, by a browser without scripts too. */
  readonly action: string;
  readonly state: FormState;
  /** Names of the fields in the order of the page: problems are listed so. */
  readonly fieldOrder: readonly string[];
  readonly loadSchema: LoadSchema;
  /** Made for this rendering of the page: all submissions until the server decides are one request. */
  readonly idempotencyKey?: string;
  readonly hiddenFields?: Readonly<Record<string, string | number>>;
  /** A button with a `formAction` of its own was pressed: the browser posts the form there. */
  readonly onLeave?: () => void;
  /** What the language switch keeps of what is typed: the form's name on the server, and its fields. Never card data, codes or PINs. */
  readonly draft?: { readonly form: string; readonly fields: readonly string[] };
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * The one form: a native form that works without scripts, around React Hook Form. With scripts fields are validated by the server's schema
 * when they are left and while they are corrected, and the form is submitted without leaving the page. React Hook Form reads what is in
 * the fields when it registers them, so what was typed before hydration stays.
 */
export function Form({
  id,
  action,
  state,
  fieldOrder,
  loadSchema,
  idempotencyKey,
  hiddenFields = {},
  onLeave,
  draft,
  className,
  children,
  ...events
}: FormProps) {
  const { resolver, preload } = useSchemaResolver(loadSchema);
  // What the server has rendered as wrong is React Hook Form's first state.
  const errors = useMemo(() => toFieldErrors(state), [state]);
  const form = useForm({ mode: 'onTouched', shouldFocusError: false, resolver, errors });
  const afterPointerUp = useAfterPointerUp();
  const element = useRef<HTMLFormElement>(null);
  useRegisterFormDraft(draft?.form, () =>
    element.current === null ? {} : readFormFields(element.current, draft?.fields ?? []),
  );
  const submission = useSubmission({ form, action, idempotencyKey, ...events });

  const shared = useMemo(() => ({ state, fieldOrder, afterPointerUp }), [state, fieldOrder, afterPointerUp]);
  const { isBusy, status, failures, focusErrors } = submission;
  const shownSubmission = useMemo(
    () => ({ isBusy, status, failures, focusErrors }),
    [isBusy, status, failures, focusErrors],
  );

  return (
    <FormProvider {...form}>
      <FieldContext value={shared}>
        <SubmissionContext value={shownSubmission}>
          <form
            ref={element}
            id={id}
            method="post"
            action={action}
            noValidate
            className={className}
            onSubmit={(event) => {
              if (event.nativeEvent.submitter?.hasAttribute('formaction')) onLeave?.();
              else submission.onSubmit(event);
            }}
            onFocus={preload}
            onPointerDown={preload}
          >
            {Object.entries(hiddenFields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {submission.idempotencyKey === undefined ? null : (
              <input type="hidden" name="idempotencyKey" value={submission.idempotencyKey} />
            )}
            <FormErrorSummary />
            {children}
          </form>
        </SubmissionContext>
      </FieldContext>
    </FormProvider>
  );
}
