import { fireEvent, render, screen } from '@testing-library/react';
import { groupAsTyped, shapeCardTyping, strokeAsTyped, type Typed } from './card-typing';

/** Reads a text with its caret drawn into it: `41|11`. */
function at(drawn: string): Typed {
  return { text: drawn.replace('|', ''), caret: drawn.indexOf('|') };
}

test.each([
  ['4111|', '4111|'],
  ['41111|', '4111 1|'],
  ['4111|1', '4111| 1'],
  ['4111 91|11 1111', '4111 91|11 1111'],
  ['4111 911|1 11111', '4111 911|1 1111 1'],
  ['3782822|', '3782 822|'],
  ['378282246310005|', '3782 822463 10005|'],
  ['4111-1111-1111-1111|', '4111 1111 1111 1111|'],
])('a card number typed as %s reads %s', (typed, expected) => {
  expect(groupAsTyped(at(typed))).toEqual(at(expected));
});

test.each([
  ['1|', true, '1|'],
  ['12|', true, '12/|'],
  ['5|', true, '05/|'],
  ['1229|', true, '12/29|'],
  ['12/2|', true, '12/2|'],
  ['12|', false, '12|'],
  ['1|2', true, '1|2'],
])('an expiry typed as %s (inserting: %s) reads %s', (typed, isInsertion, expected) => {
  expect(strokeAsTyped(at(typed), isInsertion)).toEqual(at(expected));
});

test('the marks of the brands that a number cannot be are dimmed', () => {
  const { container } = render(
    <div data-card-fields="">
      <i data-brand="visa" />
      <i data-brand="amex" />
      <input aria-label="number" autoComplete="cc-number" />
    </div>,
  );
  const [fields] = container.children;
  if (fields) shapeCardTyping(fields);
  fireEvent.input(screen.getByLabelText('number'), { target: { value: '378282246310005' } });

  expect(screen.getByLabelText('number')).toHaveProperty('value', '3782 822463 10005');
  expect(container.querySelector('[data-brand=visa]')?.hasAttribute('data-dim')).toBe(true);
  expect(container.querySelector('[data-brand=amex]')?.hasAttribute('data-dim')).toBe(false);
});
