import { fireEvent, render, screen } from '@testing-library/react';
import { CheckAgainLink } from './check-again-link';

const offlineText = 'No internet connection.';

let isFollowed = false;

/** The browser's own action on the click, which jsdom does not have. */
function follow(event: Event) {
  isFollowed = !event.defaultPrevented;
  event.preventDefault();
}

beforeEach(() => {
  isFollowed = false;
  document.addEventListener('click', follow);
});
afterEach(() => {
  document.removeEventListener('click', follow);
  jest.restoreAllMocks();
});

function press() {
  render(
    <CheckAgainLink href="/bankResultFPX?refid=1" offlineText={offlineText}>
      Check again
    </CheckAgainLink>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Check again' }));
}

test('loads the result again', () => {
  press();
  expect(isFollowed).toBe(true);
  expect(screen.queryByText(offlineText)).toBeNull();
});

test('keeps the result offline, and says so', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  press();
  expect(isFollowed).toBe(false);
  expect(screen.getByRole('status').textContent).toBe(offlineText);
});
