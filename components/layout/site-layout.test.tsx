import { render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import type { Locale } from '@/lib/domain/locales';
import { catalogues } from '@/messages/catalogues';
import { BackendErrorScreen } from './backend-error-screen';
import { LoadingScreen } from './loading-screen';
import { MaintenanceScreen } from './maintenance-screen';
import { NotFoundScreen } from './not-found-screen';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

function show(page: ReactNode, locale: Locale = 'en') {
  render(
    <NextIntlClientProvider locale={locale} messages={catalogues[locale]} timeZone="Asia/Kuala_Lumpur">
      {page}
    </NextIntlClientProvider>,
  );
}

describe('footer', () => {
  test('has links to help and terms and the copyright line', () => {
    show(<SiteFooter showLinks year={2026} />);
    const footer = screen.getByTestId('site-footer');
    expect(
      within(footer)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/apg/help', '/legal/terms-and-conditions']);
    expect(footer.textContent).toContain('© 2026 ebill.');
  });

  test('without links keeps the copyright line', () => {
    show(<SiteFooter showLinks={false} year={2026} />);
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.getByTestId('site-footer').textContent).toContain('© 2026 ebill.');
  });
});

describe('header', () => {
  test('has both logos and a language switch that returns to the page', () => {
    show(
      <SiteHeader
        logoUrl={null}
        partnerName={null}
        showSecurityLogo
        languageReturnTo="/pay/ebill?x=1"
        isSandbox={false}
      />,
    );
    expect(screen.getByTestId('provider-logo').getAttribute('href')).toBe('/');
    expect(screen.getByTestId('security-logo').textContent).toContain('PCI');
    const button = screen.getByRole('button', { name: 'Bahasa Melayu' });
    expect([button.getAttribute('name'), button.getAttribute('value'), button.getAttribute('lang')]).toEqual([
      'locale',
      'ms',
      'ms',
    ]);
    const form = button.closest('form')!;
    expect([form.method, new URL(form.action).pathname]).toEqual(['post', '/api/language']);
    expect(new FormData(form).get('returnTo')).toBe('/pay/ebill?x=1');
    expect(screen.queryByTestId('sandbox-mark')).toBeNull();
  });

  test('in a kiosk visit has the partner’s logo, no security logo and no language switch', () => {
    show(
      <SiteHeader
        logoUrl="/partners/demo-shop.svg"
        partnerName="Demo Shop"
        showSecurityLogo={false}
        languageReturnTo={null}
        isSandbox
      />,
    );
    expect(screen.queryByTestId('security-logo')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByTestId('provider-logo').querySelector('img')?.getAttribute('src')).toBe(
      '/partners/demo-shop.svg',
    );
    // What a browser shows in place of a logo that does not load.
    expect(screen.getByAltText('Demo Shop')).toBe(screen.getByTestId('provider-logo').querySelector('img'));
    expect(screen.getByTestId('sandbox-mark').textContent).toContain('Sandbox');
  });

  test('in Malay offers English', () => {
    show(
      <SiteHeader logoUrl={null} partnerName={null} showSecurityLogo languageReturnTo="/" isSandbox={false} />,
      'ms',
    );
    expect(screen.getByRole('button', { name: 'English' }).getAttribute('value')).toBe('en');
  });
});

test('the 404 page shows the path as text', () => {
  show(<NotFoundScreen path="/<b>x</b>{y}" />);
  expect(screen.getByRole('heading').textContent).toBe('404 page Not Found for /<b>x</b>{y}');
});

test('the maintenance screen has the specified text', () => {
  show(<MaintenanceScreen />);
  expect(screen.getByRole('heading').textContent).toBe('Site Under Maintenance');
  screen.getByText(
    'Sorry for the inconvenience. We are currently completing crucial upgrades and maintenance and will be back soon.',
  );
});

test('the loading screen reloads itself and has a link to reload', () => {
  show(<LoadingScreen retryHref="/pay/ebill" retryAfter={5} />);
  expect(document.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content')).toBe('5');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/pay/ebill');
});

test('the backend error screen has the specified text and two links', () => {
  show(<BackendErrorScreen retryHref="/pay/ebill?x=1" />);
  expect(screen.getByText('Technical error occurred. Try again later.')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/pay/ebill?x=1', '/']);
});
