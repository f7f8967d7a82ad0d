import { cleanup, render, screen, within } from '@testing-library/react';
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

const noService = { phone: null, whatsApp: null, email: null, hours: null } as const;

describe('footer', () => {
  test('names customer service, with links that call and write to it; none in a kiosk visit', () => {
    const customerService = {
      phone: '+60312345678',
      whatsApp: '+60123456789',
      email: 'help@biller.example',
      hours: '9:00–18:00',
    };
    show(<SiteFooter showLinks customerService={customerService} year={2026} />);
    const links = within(screen.getByTestId('customer-service')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['+60312345678', 'tel:+60312345678'],
      ['WhatsApp +60123456789', 'https://wa.me/60123456789'],
      ['help@biller.example', 'mailto:help@biller.example'],
    ]);
    expect(screen.getByTestId('customer-service').textContent).toContain('9:00–18:00');
    cleanup();
    show(<SiteFooter showLinks={false} customerService={customerService} year={2026} />);
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.getByTestId('customer-service').textContent).toContain('+60312345678');
  });

  test('says nothing of a customer service that is not configured', () => {
    show(<SiteFooter showLinks customerService={{ ...noService, hours: '9:00–18:00' }} year={2026} />);
    expect(screen.queryByTestId('customer-service')).toBeNull();
  });

  test('has links to help, privacy and terms and the copyright line', () => {
    show(<SiteFooter showLinks customerService={noService} year={2026} />);
    const footer = screen.getByTestId('site-footer');
    expect(
      within(footer)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/apg/help', '/legal/privacy', '/legal/terms-and-conditions']);
    expect(footer.textContent).toContain('© 2026 ebill.');
  });

  test('names the biller', () => {
    show(<SiteFooter showLinks customerService={noService} biller="Example TV Sdn. Bhd." year={2026} />);
    expect(screen.getByTestId('site-footer').textContent).toContain(
      '© 2026 ebill. All rights reserved. On behalf of Example TV Sdn. Bhd., ebill takes bill payments. All times are in Malaysia time.',
    );
  });

  test('without links keeps the copyright line', () => {
    show(<SiteFooter showLinks={false} customerService={noService} year={2026} />);
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
        homeHref="/"
        isKiosk={false}
        languageReturnTo="/pay/ebill?x=1"
        isSandbox={false}
        isPciDssCompliant
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

  test('in a kiosk visit has the partner’s logo without a link, and no security logo', () => {
    show(
      <SiteHeader
        logoUrl="/partners/demo-shop.svg"
        partnerName="Demo Shop"
        homeHref={null}
        isKiosk
        languageReturnTo={null}
        isSandbox
        isPciDssCompliant
      />,
    );
    expect(screen.queryByTestId('security-logo')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByTestId('provider-logo').querySelector('img')?.getAttribute('src')).toBe(
      '/partners/demo-shop.svg',
    );
    // What a browser shows in place of a logo that does not load.
    expect(screen.getByAltText('Demo Shop')).toBe(screen.getByTestId('provider-logo').querySelector('img'));
    expect(screen.getByTestId('sandbox-mark').textContent).toContain('Sandbox');
  });

  test.each([
    ['the operator’s, with its name', '/logo.svg', 'Example Pay', 'Example Pay, go to quick pay home'],
    ['ours', null, 'ebill', 'ebill, go to quick pay home'],
    ['the operator’s', '/logo.svg', null, 'ebill, go to quick pay home'],
  ])('the link to home is named for the logo that is shown: %s', (_whose, logoUrl, partnerName, name) => {
    show(
      <SiteHeader
        {...{ logoUrl, partnerName, homeHref: '/', languageReturnTo: null, isKiosk: false, isSandbox: false }}
        isPciDssCompliant={false}
      />,
    );
    expect(screen.getByRole('link', { name })).toBe(screen.getByTestId('provider-logo'));
  });

  test.each([
    ['the partner’s', '/partners/demo-shop.svg', 'Demo Shop'],
    ['ours, for a partner without one', null, 'ebill'],
  ])('on a partner’s payment the logo is no link and is named for what is shown: %s', (_whose, logoUrl, name) => {
    show(
      <SiteHeader
        {...{ logoUrl, partnerName: 'Demo Shop', homeHref: null, languageReturnTo: null, isKiosk: false }}
        isSandbox={false}
        isPciDssCompliant={false}
      />,
    );
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('img', { name })).toBeTruthy();
    expect(screen.getByTestId('security-logo')).toBeTruthy();
  });

  test('claims PCI DSS only where the operator states it', () => {
    show(
      <SiteHeader
        {...{
          logoUrl: null,
          partnerName: null,
          homeHref: '/',
          languageReturnTo: null,
          isKiosk: false,
          isSandbox: false,
        }}
        isPciDssCompliant={false}
      />,
    );
    expect(screen.getByTestId('security-logo').textContent).toBe('Secure');
    expect(screen.getByRole('img', { name: 'Secure payment: what you send is encrypted' })).toBeTruthy();
  });

  test('in Malay offers English', () => {
    show(
      <SiteHeader
        logoUrl={null}
        partnerName={null}
        homeHref="/"
        isKiosk={false}
        languageReturnTo="/"
        isSandbox={false}
        isPciDssCompliant
      />,
      'ms',
    );
    expect(screen.getByRole('button', { name: 'English' }).getAttribute('value')).toBe('en');
  });
});

test('the 404 page shows the path as text', () => {
  show(<NotFoundScreen path="/<b>x</b>{y}" isKiosk={false} />);
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
  show(<BackendErrorScreen retryHref="/pay/ebill?x=1" isKiosk={false} />);
  expect(screen.getByText('Technical error occurred. Try again later.')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/pay/ebill?x=1', '/']);
});

describe('in a kiosk visit no error screen links elsewhere', () => {
  const path = '/epayment/entry?refid=KWEB';
  test.each([
    ['404', <NotFoundScreen key="" path="/x" isKiosk />, []],
    ['backend error', <BackendErrorScreen key="" retryHref={path} isKiosk />, [path]],
  ])('%s', (_name, page, hrefs) => {
    show(page);
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(hrefs);
  });
});
