import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import userEvent from '@testing-library/user-event';
import { useForm, useWatch } from 'react-hook-form';
import type { InputFormat } from '@/lib/domain/forms/input-formats';
import { useFormattedInput } from './use-formatted-input';

interface HarnessProps {
  readonly format?: InputFormat;
  readonly defaultValue?: string;
  readonly onValue?: (value: string) => void;
}

function Harness({ format, defaultValue = '', onValue }: HarnessProps) {
  const { control, register } = useForm({ defaultValues: { field: defaultValue } });
  const formatted = useFormattedInput(format);
  // The field renders again with every value, as one does that shows an error.
  const value = useWatch({ control, name: 'field' });
  onValue?.(value);
  return (
    <label>
      field
      <input {...formatted(register('field'))} defaultValue={defaultValue} maxLength={26} />
      <output>{value}</output>
    </label>
  );
}

function field(): HTMLInputElement {
  return screen.getByLabelText('field');
}

/** Renders a field and waits until its mask is there. */
async function renderField(format?: InputFormat, defaultValue?: string) {
  const user = userEvent.setup();
  render(<Harness format={format} defaultValue={defaultValue} />);
  await user.click(field());
  await act(async () => void (await import('./input-mask')));
  return user;
}

test.each([
  ['cardNumber', '4111-1111x1111 1111', '4111 1111 1111 1111'],
  ['cardExpiry', '12/30', '12/30'],
  ['cardExpiry', '5', '05/'],
  ['cardExpiry', '12 / 2030', '12/30'],
  ['cardCvv', '12 3', '123'],
  ['amount', 'RM1,000.509', '1,000.50'],
  ['accountNumber', '123-456-7801', '1234567801'],
  ['phoneNumber', '+60 12-345 6789', '+60 12-345 6789'],
  ['oneTimeCode', '123 4567', '123456'],
] as const)('%s: typed %s becomes %s in the field and the form', async (format, text, expected) => {
  const user = await renderField(format);
  await user.keyboard(text);
  expect(field()).toHaveProperty('value', expected);
  expect(screen.getByRole('status')).toHaveProperty('value', expected);
});

test.each([
  ['cardNumber', '4111-1111 1111 1111', '4111 1111 1111 1111'],
  ['cardExpiry', '12 / 2030', '12/30'],
  ['cardExpiry', '12/2030', '12/30'],
  ['cardExpiry', '1230', '12/30'],
  ['cardExpiry', '12-30', '12/30'],
  ['amount', 'RM 1,000.50', '1,000.50'],
  ['oneTimeCode', '123 456', '123456'],
] as const)('%s: pasted %s becomes %s in the field and the form', async (format, text, expected) => {
  const user = await renderField(format);
  await user.paste(text);
  expect(field()).toHaveProperty('value', expected);
  expect(screen.getByRole('status')).toHaveProperty('value', expected);
});

test.each([
  ['cardExpiry', '12/2030', '12/30'],
  ['cardExpiry', '2030-12', '12/30'],
  ['cardNumber', '4111111111111111', '4111 1111 1111 1111'],
] as const)('%s: %s autofilled into an unfocused field becomes %s', async (format, text, expected) => {
  render(<Harness format={format} />);
  fireEvent.input(field(), { target: { value: text } });
  await waitFor(() => expect(field()).toHaveProperty('value', expected));
  expect(screen.getByRole('status')).toHaveProperty('value', expected);
});

test('the caret keeps its position; Backspace and Delete skip separators', async () => {
  const user = await renderField('cardNumber');
  await user.keyboard('41111111');
  await user.keyboard('{ArrowLeft>6/}9');
  expect(field()).toMatchObject({ value: '4119 1111 1', selectionStart: 4 });
  await user.keyboard('{ArrowRight}{Backspace}');
  expect(field()).toMatchObject({ value: '4111 1111', selectionStart: 3 });
  await user.keyboard('{ArrowRight}{Delete}');
  expect(field()).toMatchObject({ value: '4111 111', selectionStart: 4 });
  expect(screen.getByRole('status')).toHaveProperty('value', '4111 111');
});

test('a selection is replaced, and Ctrl+Z restores it', async () => {
  const user = await renderField('cardExpiry');
  await user.keyboard('12/30');
  field().select();
  await user.keyboard('5');
  expect(field()).toHaveProperty('value', '05/');
  // By its code: Maskito reads it, so that it works on every keyboard layout.
  fireEvent.keyDown(field(), { key: 'z', keyCode: 90, ctrlKey: true });
  expect(field()).toHaveProperty('value', '12/30');
  expect(screen.getByRole('status')).toHaveProperty('value', '12/30');
});

test('input method text is formatted after the composition', async () => {
  await renderField('accountNumber');
  fireEvent.compositionStart(field());
  fireEvent.input(field(), {
    target: { value: '１２-３' },
    data: '１２-３',
    inputType: 'insertCompositionText',
    isComposing: true,
  });
  expect(field()).toHaveProperty('value', '１２-３');
  fireEvent.compositionEnd(field());
  expect(field()).toHaveProperty('value', '123');
  expect(screen.getByRole('status')).toHaveProperty('value', '123');
});

test('a value typed before hydration is kept and formatted, also in the form', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Harness format="cardNumber" />);
  field().value = '41111111';
  const root = await act(async () => hydrateRoot(container, <Harness format="cardNumber" />));
  await waitFor(() => expect(field()).toHaveProperty('value', '4111 1111'));
  expect(screen.getByRole('status')).toHaveProperty('value', '4111 1111');
  act(() => root.unmount());
  container.remove();
});

test('a value typed before the mask is loaded is formatted, also in the form', async () => {
  const seen: string[] = [];
  render(<Harness format="cardNumber" onValue={(value) => seen.push(value)} />);
  fireEvent.input(field(), { target: { value: '41111111' } });
  await waitFor(() => expect(seen.at(-1)).toBe('4111 1111'));
  expect(seen.slice(0, -1)).not.toContain('4111 1111');
});

test('a server-rendered value is formatted only when the field is used', async () => {
  render(<Harness format="accountNumber" defaultValue="123-456-7801" />);
  await act(async () => void (await import('./input-mask')));
  expect(field()).toHaveProperty('value', '123-456-7801');
  await userEvent.setup().click(field());
  await waitFor(() => expect(field()).toHaveProperty('value', '1234567801'));
});

test('a field without a format is not changed', async () => {
  const user = await renderField(undefined);
  await user.keyboard('12//30 x');
  expect(field()).toHaveProperty('value', '12//30 x');
  expect(screen.getByRole('status')).toHaveProperty('value', '12//30 x');
});

test('formatting fires at most two input events per change', async () => {
  const user = await renderField('cardNumber');
  let events = 0;
  field().addEventListener('input', () => (events += 1));
  await user.keyboard('41111');
  expect(events).toBe(5);
  fireEvent.input(field(), { target: { value: '4111111111111111' } });
  expect(events).toBe(7);
  await user.keyboard('x');
  expect(events).toBe(7);
});
