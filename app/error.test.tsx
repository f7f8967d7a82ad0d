import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { HomeHrefProvider } from '@/components/layout/home-href';
import en from '@/messages/en.json';
import ErrorPage from './error';

function renderErrorPage(homeHref: string | null) {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <HomeHrefProvider href={homeHref}>
        <ErrorPage error={new Error('bug')} />
      </HomeHrefProvider>
    </NextIntlClientProvider>,
  );
}

test('the page for a bug can be tried again, and leads to home', () => {
  renderErrorPage('/');
  expect(screen.getByText(en.errors.retry).getAttribute('href')).toBe('');
  expect(screen.getByText(en.layout.goHome).getAttribute('href')).toBe('/');
});

test('at a kiosk the page for a bug links to no other page', () => {
  renderErrorPage(null);
  expect(screen.getByText(en.errors.retry).getAttribute('href')).toBe('');
  expect(screen.queryByText(en.layout.goHome)).toBeNull();
});
