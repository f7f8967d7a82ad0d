import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { gatewayRedirectPath, qrPath, resultPath } from '@/lib/routes';
import en from '@/messages/en.json';
import { AttemptInProgressNotice } from './attempt-in-progress-notice';
import type { CurrentAttempt, NextAction } from '@/lib/domain/payment/payment';

const refid = 'a1';

/** Returns the targets of the notice's links, in order. */
function linksAfter(nextAction: NextAction, canContinue: boolean) {
  const attempt: CurrentAttempt = {
    state: 'redirected',
    method: 'fpx',
    provider: 'MB2U0227',
    nextAction,
    resultRoute: '/bankResultFPX',
    reasonCode: null,
  };
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <AttemptInProgressNotice page={{ refid, attempt }} canContinue={canContinue} autoFocus={false} />
    </NextIntlClientProvider>,
  );
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
}

const check = resultPath('/bankResultFPX', refid);
const url = 'https://gateway.example/pay';

test.each<[string, NextAction, boolean, string[]]>([
  [
    'a posted request, which FPX and eGHL accept once',
    { kind: 'redirect', url, method: 'POST', fields: {} },
    true,
    [check],
  ],
  [
    'a page of the gateway',
    { kind: 'redirect', url, method: 'GET', fields: {} },
    true,
    [check, gatewayRedirectPath(refid)],
  ],
  [
    'a page of the gateway that another visit was led to',
    { kind: 'redirect', url, method: 'GET', fields: {} },
    false,
    [check],
  ],
  ['a page of ours', { kind: 'qr', payload: '0002', expiresAt: '2026-11-28T00:00:00Z' }, true, [qrPath(refid), check]],
])('after %s it leads on where that can work', (_name, nextAction, canContinue, links) => {
  expect(linksAfter(nextAction, canContinue)).toEqual(links);
});
