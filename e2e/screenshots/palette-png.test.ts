import { inflateSync } from 'node:zlib';
import { writePalettePng } from './palette-png';

test('writes a PNG with the given palette and pixels', () => {
  const png = writePalettePng({
    width: 3,
    palette: [
      [255, 255, 255],
      [230, 0, 125],
    ],
    rows: [Buffer.from('0100', 'hex'), Buffer.from('1110', 'hex')],
  });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([3, 2, 4, 3]);
  expect(png.subarray(41, 47).toString('hex')).toBe('ffffffe6007d');
  const data = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  expect(pixels.toString('hex')).toBe('000100001110');
});
