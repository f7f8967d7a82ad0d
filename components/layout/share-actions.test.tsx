import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import en from '@/messages/en.json';
import { ShareActions } from './share-actions';

const words = en.sharing;
const url = 'https://ebill.example/pay/shared?token=a.b';
const text = `Please pay this bill\n${url}`;

function show() {
  // Sets a clipboard.
  const user = userEvent.setup();
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ShareActions text={text} url={url} />
    </NextIntlClientProvider>,
  );
  return user;
}

const readClipboard = () => window.navigator.clipboard.readText();
const setShare = (share: unknown) => Object.defineProperty(navigator, 'share', { value: share, configurable: true });
afterEach(() => setShare(undefined));

test('the share dialog gets the text with its link', async () => {
  const share = jest.fn().mockResolvedValue(undefined);
  const user = show();
  setShare(share);
  await user.click(screen.getByRole('button', { name: words.share }));
  expect(share).toHaveBeenCalledWith({ text });
  expect(screen.queryByText(words.textCopied)).toBeNull();
});

test('where the browser cannot share, the text is copied, and says so', async () => {
  const user = show();
  setShare(undefined);
  await user.click(screen.getByRole('button', { name: words.share }));
  expect(await screen.findByRole('button', { name: words.textCopied })).toBeTruthy();
  expect(screen.getByText(words.textCopied, { selector: '[role=status]' })).toBeTruthy();
  await expect(readClipboard()).resolves.toBe(text);
});

test('closing the share dialog copies nothing', async () => {
  const user = show();
  setShare(jest.fn().mockRejectedValue(new DOMException('closed', 'AbortError')));
  await user.click(screen.getByRole('button', { name: words.share }));
  await expect(readClipboard()).resolves.toBe('');
  expect(screen.queryByText(words.textCopied)).toBeNull();
});

test('the link by itself is copied, and can be selected without scripts', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: words.copyLink }));
  expect(await screen.findByRole('button', { name: words.linkCopied })).toBeTruthy();
  await expect(readClipboard()).resolves.toBe(url);
  expect(screen.getByTestId('share-link').textContent).toBe(url);
});

test('says so where the browser refuses to copy, and how to send the link all the same', async () => {
  const user = show();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: words.copyLink }));
  expect(await screen.findByRole('button', { name: words.linkNotCopied })).toBeTruthy();
  expect(screen.getByText(words.linkNotCopied, { selector: '[role=status]' })).toBeTruthy();
});
