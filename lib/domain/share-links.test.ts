import { makeWhatsAppShareUrl } from './share-links';

test('a WhatsApp link has no number, and the text with everything encoded', () => {
  const text = 'Bill & more, RM1.50\nhttps://ebill.example/pay/shared?token=a.b#c சரி';
  const link = makeWhatsAppShareUrl(text);
  expect(link).toMatch(/^https:\/\/wa\.me\/\?text=[\w.!~*'()%-]+$/);
  const { searchParams } = new URL(link);
  expect([...searchParams]).toEqual([['text', text]]);
});
