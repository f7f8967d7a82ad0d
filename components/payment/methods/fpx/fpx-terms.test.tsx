import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getInput, renderPaymentForm } from '../../page/payment-form.fixture';

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

const methods = ['fpx', 'fpxCorporate'] as const;
const terms = () => screen.getByTestId('fpx-terms');

describe.each(methods)("FPX's terms and conditions of %s", (method) => {
  const show = async (...[changes, options]: Parameters<typeof renderPaymentForm>) => {
    await renderPaymentForm({ methods: [method], ...changes }, options);
    await userEvent.click(getInput('selectedPaymentMethod', method));
  };

  // PayNet: the payer sees the link before paying; go-live.md.
  it('are linked before the payment, in another tab', async () => {
    await show();
    // A second line of the button names the bank, once it is chosen.
    const button = 'Pay RM1,000.00';
    expect(screen.getByTestId('pay').querySelector('span')?.textContent).toBe(button);
    expect(terms().textContent).toBe(
      `By clicking on “${button}”, you agree to FPX’s terms and conditions (opens in a new tab).`,
    );
    const link = within(terms()).getByRole('link', { name: 'FPX’s terms and conditions (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('https://www.mepsfpx.com.my/FPXMain/termsAndConditions.jsp');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('are linked in Malay', async () => {
    await show({}, { locale: 'ms' });
    expect(within(terms()).getByRole('link', { name: 'terma dan syarat FPX (dibuka dalam tab baharu)' })).toBeTruthy();
  });

  it.each([{ refid: `KWEB${'a'.repeat(18)}` }, { paymentId: `KK${'a'.repeat(24)}` }])(
    'are named without a link at a kiosk: %p',
    async (reference) => {
      await show(reference);
      expect(terms().textContent).toContain('you agree to FPX’s terms and conditions.');
      expect(within(terms()).queryByRole('link')).toBeNull();
    },
  );
});
