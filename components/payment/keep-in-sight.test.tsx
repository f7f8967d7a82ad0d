import { fireEvent, render, screen } from '@testing-library/react';
import { keepInSight } from './keep-in-sight';

const scrolled = jest.fn();
/** How far the row stands below the top of the window, px. */
let top = 0;

beforeEach(() => {
  scrolled.mockReset();
  Object.assign(window, { scrollBy: scrolled });
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 300, 60));
  const { container } = render(
    <form>
      <div className="choice">
        <input type="radio" name="method" value="card" aria-label="card" />
        <input name="cardNumber" aria-label="number" />
      </div>
    </form>,
  );
  const form = container.querySelector('form');
  if (form) keepInSight(form, new AbortController().signal);
});
afterEach(() => jest.restoreAllMocks());

test('a choice stays where it was tapped', () => {
  top = 500;
  fireEvent.pointerDown(screen.getByLabelText('card'));
  // What was open above it has closed.
  top = 100;
  fireEvent.click(screen.getByLabelText('card'));
  expect(scrolled).toHaveBeenCalledWith({ top: -400, behavior: 'instant' });
});

test('a field inside it that is left moves nothing: its payer has scrolled', () => {
  top = 500;
  fireEvent.pointerDown(screen.getByLabelText('number'));
  top = 100;
  fireEvent.change(screen.getByLabelText('number'), { target: { value: '4111' } });
  expect(scrolled).not.toHaveBeenCalled();
});
