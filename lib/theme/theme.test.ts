import { readFileSync } from 'node:fs';
import { chooseTextOn, deriveAccent, backgrounds } from './accent';
import { hexColour, measureContrast, parseColour, type HexColour } from './colour';
import { defaultTheme, readTheme, writeAccentVariables, writeThemeRules } from './theme';

const steps = ['00', '33', '66', '80', '99', 'cc', 'ff'];
const everyColour = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => hexColour(`#${red}${green}${blue}`))),
);
/** WCAG 2.2, success criterion 1.4.6. */
const enhancedContrast = { text: 7, largeText: 4.5 };

const ownColours = ['#e6007d', '#0b6e4f', '#ffe600', '#767676', '#777777'].map(hexColour);

function leastContrast(colour: HexColour, on: readonly HexColour[]): number {
  return Math.min(...on.map((background) => measureContrast(colour, background)));
}

describe('contrast', () => {
  test('is measured as WCAG says', () => {
    expect(measureContrast(hexColour('#000'), hexColour('#fff'))).toBeCloseTo(21, 5);
    expect(measureContrast(hexColour('#777777'), hexColour('#ffffff'))).toBeCloseTo(4.48, 2);
  });

  test('large text on the accent keeps 4.5:1 whatever the colour is, pressed or not', () => {
    for (const colour of [...everyColour, ...ownColours]) {
      const accent = deriveAccent(colour);
      expect(leastContrast(accent.onFill, [accent.fill, accent.fillPressed])).toBeGreaterThanOrEqual(
        enhancedContrast.largeText,
      );
    }
  });

  test.each(['light', 'dark'] as const)('the accent as text keeps 7:1 on every %s background', (name) => {
    const { surface, page, sunken } = backgrounds[name];
    for (const colour of [...everyColour, ...ownColours]) {
      const { ink, soft } = deriveAccent(colour)[name];
      expect(leastContrast(ink, [surface, page, sunken, soft])).toBeGreaterThanOrEqual(enhancedContrast.text);
    }
  });

  test('text on pink is white, on yellow black', () => {
    expect(chooseTextOn(hexColour('#e6007d'))).toBe('#ffffff');
    expect(chooseTextOn(hexColour('#ffe600'))).toBe('#000000');
  });
});

describe('a theme from a partner', () => {
  test.each(['red', '#12', '#12345', '#1234567', 'url(x)', '#fff}*{display:none', 'rgb(0,0,0)', ''])(
    'rejects the colour %j',
    (colour) => {
      expect(parseColour(colour)).toBeNull();
      expect(readTheme({ colour, logoUrl: null })).toEqual(defaultTheme);
    },
  );

  test('a short colour is written out', () => {
    expect(parseColour('#ABC')).toBe('#aabbcc');
  });

  test.each([
    ['https://partner.example/logo.svg', true],
    ['/partners/demo-shop.svg', true],
    ['//evil.example/logo.svg', false],
    ['/\\evil.example', false],
    ['http://partner.example/logo.svg', false],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,x', false],
    ['', false],
  ])('row 27: logo %j is accepted: %s', (logoUrl, expected) => {
    expect(readTheme({ colour: null, logoUrl }).logoUrl).toBe(expected ? logoUrl : null);
  });

  test('the default needs no extra rules, another colour has its variables', () => {
    expect(writeThemeRules(defaultTheme)).toBeNull();
    expect(writeThemeRules({ colour: hexColour('#0b6e4f'), logoUrl: null })).toMatch(
      /^:root\{--accent:#0b6e4f;--on-accent:#ffffff;/,
    );
  });
});

test.each([
  ['public/icon.svg', deriveAccent(defaultTheme.colour).fill],
  ['public/help/account-number.svg', deriveAccent(defaultTheme.colour).light.ink],
])('%s has the default accent colour', (file, colour) => {
  expect(readFileSync(file, 'utf8')).toContain(colour);
});

describe('app/globals.css', () => {
  const css = readFileSync('app/globals.css', 'utf8').replaceAll(/\s+/g, '');

  test('has the derived default accent', () => {
    const variables = writeAccentVariables(defaultTheme.colour);
    for (const declaration of Object.values(variables).flatMap((text) => text.split(';')))
      expect(css).toContain(`${declaration};`);
  });

  test.each(['light', 'dark'] as const)('has the %s backgrounds', (name) => {
    const { surface, page, sunken } = backgrounds[name];
    expect(css).toContain(`--page:${page};--surface:${surface};--sunken:${sunken};`);
  });

  test.each(['light', 'dark'] as const)('has %s colours of text that keep 7:1 on each background of theirs', (name) => {
    const block = css.split('@media(prefers-color-scheme:dark){')[name === 'light' ? 0 : 1] ?? '';
    const read = (variable: string) => hexColour(new RegExp(`--${variable}:(#[0-9a-f]{6});`).exec(block)?.[1] ?? '');
    const { surface, page, sunken } = backgrounds[name];
    const tones = ['accent', 'success', 'warning', 'danger', 'info'];
    const tints = tones.map((tone) => read(`${tone}-soft`));
    for (const text of ['ink', 'ink-soft'].map(read))
      expect(leastContrast(text, [surface, page, sunken, ...tints])).toBeGreaterThanOrEqual(enhancedContrast.text);
    for (const tone of tones.slice(1)) {
      const on = [surface, page, sunken, read(`${tone}-soft`)];
      expect(leastContrast(read(tone), on)).toBeGreaterThanOrEqual(enhancedContrast.text);
    }
  });
});
