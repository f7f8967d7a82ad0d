import { readdirSync, readFileSync } from 'node:fs';
import { writeGalleryPage } from './gallery-page';
import { fileOf, kept, screenNames } from './screens';

const folder = 'docs/screens';

test('the gallery shows every screen of the list, in each variant that is kept', () => {
  expect(readFileSync(`${folder}/README.md`, 'utf8')).toBe(writeGalleryPage());
  const there = new Set(readdirSync(folder));
  const missing = screenNames.flatMap((name) => kept.map((variant) => fileOf(name, variant)));
  expect(missing.filter((file) => !there.has(file))).toEqual([]);
});

test('no picture is left of a screen that is gone', () => {
  const names = new Set(screenNames);
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'));
  expect(pictures.filter((file) => !names.has(file.replace(/-(360|768|1280)-(en|ms)(-dark)?\.png$/, '')))).toEqual([]);
});
