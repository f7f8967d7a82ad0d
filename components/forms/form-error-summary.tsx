'use client';

import { useTranslations } from 'next-intl';
import { use, useEffect, useRef, type MouseEvent } from 'react';
import { useFormState } from 'react-hook-form';
import { ErrorSummary } from '@/components/ui/fields/error-summary';
import { useOnlineStatus } from '@/components/ui/use-online-status';
import { SubmissionContext, useFieldContext } from './form-context';
import { listProblems } from './form-state';

interface FormErrorSummaryProps {
  /** The texts of messages that do not name their field. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The name of the field that is being edited. It is listed once the focus has left it: screen readers would read its message at each key. */
  readonly edited: string | null | undefined;
  /** The form was submitted with errors. Before, those of a field that was left are shown beside it, and only said here; an error of the form is shown. */
  readonly isShown: boolean;
  /** What to do about an error of the form that leaves the outcome unknown, in place of what is said after a network error and a timeout. */
  readonly advice?: string;
}

/** What to do after a submission that got no response, by the type of the error. */
const adviceKeys: Readonly<Record<string, 'noConnection' | 'connectionAdvice'>> = {
  offline: 'noConnection',
  network: 'connectionAdvice',
  timeout: 'connectionAdvice',
};

/** Leads to the selected choice of a group of radio buttons, else to its first, with the legend in view if both fit into the window. */
function followToChoice(event: MouseEvent<HTMLAnchorElement>) {
  const { currentTarget } = event;
  const group = currentTarget.closest('form')?.elements.namedItem(currentTarget.hash.slice(1));
  if (!(group instanceof RadioNodeList)) return;
  const choice = [...group].find(
    (element) => element instanceof HTMLInputElement && !element.disabled && (element.checked || group.value === ''),
  );
  if (!(choice instanceof HTMLElement)) return;
  event.preventDefault();
  choice.closest('fieldset')?.scrollIntoView();
  choice.focus();
}

/** Lists the form's errors with a link to each field. It takes the focus each time the form is invalid or rejected. */
export function FormErrorSummary({ texts = {}, edited, isShown, advice }: FormErrorSummaryProps) {
  const t = useTranslations('layout');
  const { fieldOrder } = useFieldContext();
  const { failures } = use(SubmissionContext);
  const { errors } = useFormState();
  const isOnline = useOnlineStatus();
  const ref = useRef<HTMLDivElement>(null);

  const { root, ...ofFields } = errors;
  const messages = Object.entries(ofFields).map(([name, error]) => {
    const message = textOf(error?.message) ?? '';
    return [name, name === edited ? undefined : (texts[message] ?? (message || undefined))] as const;
  });
  const problems = listProblems(Object.fromEntries(messages), fieldOrder);
  const { message, type = '' } = root?.['server'] ?? {};
  const adviceKey = adviceKeys[type];
  const isOver = adviceKey === 'noConnection' && isOnline && advice === undefined;
  /** The form as a whole has failed, and the server has not decided about it. */
  const isUndecided = message !== undefined && type !== 'server';
  const isEmpty = problems.length === 0 && message === undefined;

  // A failure may render before its errors, while the summary is hidden and cannot take the focus.
  const focusedFailure = useRef(0);
  useEffect(() => {
    if (failures === focusedFailure.current || isEmpty) return;
    focusedFailure.current = failures;
    ref.current?.focus({ preventScroll: true });
    // To the start of the window: a phone shows the first fields below it.
    ref.current?.scrollIntoView();
    // The first field with an error takes the focus instead where it would be below the window, or the bar at its end; the error of a list of banks
    // is above its tiles.
    const field = ref.current?.closest('form')?.elements.namedItem(problems[0]?.fieldId ?? '');
    if (!(field instanceof HTMLElement)) return;
    const start = (field.matches('select') && field.closest('fieldset')) || field;
    if (start.getBoundingClientRect().top <= window.innerHeight * 0.8) return;
    field.focus();
    field.scrollIntoView();
  }, [failures, isEmpty, problems]);

  return (
    <ErrorSummary
      ref={ref}
      title={t('errorSummaryTitle')}
      problems={problems}
      isOver={isOver}
      message={isOver ? t('backOnline') : message}
      advice={isOver || !isUndecided ? undefined : (advice ?? (adviceKey && t(adviceKey)))}
      isSaidOnly={!isShown && message === undefined}
      onFollow={followToChoice}
    />
  );
}

function textOf(message: unknown): string | undefined {
  return typeof message === 'string' ? message : undefined;
}
