import { render, screen } from '@testing-library/react';
import { Button } from '../button';
import { Checkbox } from './checkbox';
import { formatClock } from '../countdown/format-clock';
import { Countdown } from '../countdown/countdown';
import { ErrorSummary } from './error-summary';
import { Field } from './field';
import { RadioCard } from './radio-card';
import { RadioGroup } from './radio-group';
import { Select } from './select';

/** The texts of the elements that `aria-describedby` names. */
function readDescriptions(element: HTMLElement): (string | null)[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? null);
}

describe('a field', () => {
  test('in error is marked invalid, describes the error and keeps its value', () => {
    render(
      <Field
        name="email"
        label="Email"
        kind="email"
        hint="For the receipt"
        error="Please enter a valid email"
        defaultValue="a@"
      />,
    );
    const input = screen.getByLabelText('Email');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(readDescriptions(input)).toEqual(['For the receipt', 'Please enter a valid email']);
    expect(input).toHaveProperty('value', 'a@');
  });

  test('without an error has a hidden error element and no description', () => {
    render(<Field name="email" label="Email" />);
    const input = screen.getByLabelText('Email');
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(input.hasAttribute('aria-describedby')).toBe(false);
    expect(document.getElementById('email-error')?.hidden).toBe(true);
  });

  test.each([
    ['numeric', 'text', 'numeric'],
    ['decimal', 'text', 'decimal'],
    ['email', 'email', 'email'],
    ['tel', 'tel', 'tel'],
  ] as const)('of kind %s has type %s and input mode %s', (kind, type, inputMode) => {
    render(<Field name="x" label="X" kind={kind} />);
    const input = screen.getByLabelText('X');
    expect([input.getAttribute('type'), input.getAttribute('inputmode')]).toEqual([type, inputMode]);
  });
});

test('a select and a checkbox in error are described by their message', () => {
  render(
    <>
      <Select
        name="bank"
        label="Bank"
        options={[{ value: 'a', label: 'A', disabled: true }]}
        emptyLabel="Choose"
        error="Select your bank"
      />
      <Checkbox name="agree" label="Agree" error="Say yes" />
    </>,
  );
  expect(readDescriptions(screen.getByLabelText('Bank'))).toEqual(['Select your bank']);
  expect(readDescriptions(screen.getByLabelText('Agree'))).toEqual(['Say yes']);
  expect(screen.getByRole('option', { name: 'A' })).toHaveProperty('disabled', true);
});

test('a radio group has a legend, an error and notes', () => {
  render(
    <RadioGroup name="method" legend="How?" error="Select one">
      <RadioCard name="method" value="a" label="A" note="Down until nine" disabled />
      <RadioCard name="method" value="b" label="B" defaultChecked />
    </RadioGroup>,
  );
  const group = screen.getByRole('radiogroup', { name: 'How?' });
  expect(group.id).toBe('method');
  expect(readDescriptions(group)).toEqual(['Select one']);
  const [first, second] = screen.getAllByRole('radio');
  expect(first).toHaveProperty('disabled', true);
  expect(readDescriptions(first!)).toEqual(['Down until nine']);
  expect(second).toHaveProperty('checked', true);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a legend that is shown as the title of a section is a heading, and names the group', () => {
  render(
    <RadioGroup name="method" legend="How?" prominent>
      <RadioCard name="method" value="a" label="A" />
    </RadioGroup>,
  );
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('How?');
  expect(screen.getByRole('radiogroup', { name: 'How?' })).toBeTruthy();
});

describe('the error summary', () => {
  test('links to each field and can take the focus', () => {
    render(
      <ErrorSummary title="Please check" problems={[{ fieldId: 'email', message: 'Please enter a valid email' }]} />,
    );
    const summary = screen.getByTestId('error-summary');
    summary.focus();
    expect(document.activeElement).toBe(summary);
    expect(screen.getByRole('link', { name: 'Please enter a valid email' }).getAttribute('href')).toBe('#email');
  });

  test('is no atomic region: what was read is not read again when an error is added', () => {
    render(<ErrorSummary title="Please check" problems={[]} />);
    expect(screen.getByRole('alert', { hidden: true }).getAttribute('aria-atomic')).toBe('false');
  });

  test('without errors is hidden', () => {
    render(<ErrorSummary title="Please check" problems={[]} />);
    expect(screen.getByTestId('error-summary').hidden).toBe(true);
  });

  test('with only a form message is visible', () => {
    render(<ErrorSummary title="Please check" problems={[]} message="Network Error" />);
    expect(screen.getByTestId('error-summary').hidden).toBe(false);
    expect(screen.getByText('Network Error').hidden).toBe(false);
  });
});

test('a busy button has aria-busy', () => {
  render(
    <Button busy busyLabel="Starting…">
      Pay
    </Button>,
  );
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
});

test.each([
  [899, '14:59'],
  [60, '1:00'],
  [9, '0:09'],
  [3723, '1:02:03'],
  [0, '0:00'],
  [-5, '0:00'],
  [59.9, '0:59'],
])('formats %d seconds as %s', (seconds, expected) => {
  expect(formatClock(seconds)).toBe(expected);
});

test('a countdown is a timer with its end time', () => {
  render(<Countdown label="Time left" seconds={90} endsAt="2026-11-21T12:00:00+08:00" testId="payment-timer" />);
  const timer = screen.getByRole('timer');
  expect(timer.textContent).toBe('Time left 1:30');
  expect(timer.dataset['endsAt']).toBe('2026-11-21T12:00:00+08:00');
});
