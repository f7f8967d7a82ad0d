import { drawCodeSvg, drawCodePng } from './draw-code';

test.each(['barcode', 'qr'] as const)('a %s is drawn as paths without text', (kind) => {
  const svg = drawCodeSvg({ kind, text: '00020201^021264' });
  expect(svg).toMatch(/^<svg .*aria-hidden="true"/);
  expect(svg).not.toContain('<text');
});

test('text that cannot be encoded is not drawn', () => {
  expect(drawCodeSvg({ kind: 'barcode', text: 'é' })).toBeNull();
  expect(drawCodeSvg({ kind: 'qr', text: '' })).toBeNull();
});

test('the downloadable image is a PNG', async () => {
  const picture = await drawCodePng({ kind: 'barcode', text: '8800123456789' });
  expect([...(picture ?? []).slice(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
});
