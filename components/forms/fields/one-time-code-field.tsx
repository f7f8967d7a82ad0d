'use client';

import { use, useEffect, type ComponentProps } from 'react';
import { useFormState } from 'react-hook-form';
import { SubmissionContext } from '../form-context';
import { useFormMethods } from '../use-form-methods';
import { TextField } from './text-field';

type OneTimeCodeFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'format' | 'sensitive' | 'kind' | 'spaced' | 'autoComplete'
>;

/** A one-time code in a `<Form>`. It is emptied when the server refuses it: in a full field, no key would do anything. */
export function OneTimeCodeField(props: OneTimeCodeFieldProps) {
  const { name } = props;
  const { setValue } = useFormMethods();
  const { failures } = use(SubmissionContext);
  const error = useFormState({ name, exact: true }).errors[name];
  useEffect(() => {
    // An error that the server has rendered is about an earlier page, on which this code was not typed.
    if (failures > 0 && error?.type === 'server') setValue(name, '');
  }, [failures, error, name, setValue]);
  return <TextField {...props} format="oneTimeCode" sensitive kind="numeric" spaced autoComplete="one-time-code" />;
}
