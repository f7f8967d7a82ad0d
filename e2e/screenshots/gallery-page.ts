import { fileOf, gallery, kept, themes, windows, type Variant } from './screens';

const head = `# Screens

Every screen of the product on a phone, a tablet and a desk. \`npm run pictures\` draws them all, at 360, 768 and 1280 pixels in English and
Malay, light and dark, and writes this page; its list is [e2e/screenshots/screens.ts](../../e2e/screenshots/screens.ts). Those below are kept here, and each
leads to itself in full size; the other combinations lie beside them once the command has run. Letters are Roboto's, as on an Android phone,
colours are reduced to sixteen, and what is longer than 1,800 pixels is cut.
`;

/** Pixels on the gallery's page. */
const shownWidths = { 360: 110, 768: 170, 1280: 240 } as const satisfies Record<Variant['width'], number>;

function showPicture(name: string, words: string, variant: Variant): string {
  const file = fileOf(name, variant);
  const language = variant.language === 'ms' ? ', in Malay' : '';
  return `<a href="${file}"><img src="${file}" width="${shownWidths[variant.width]}" alt="${words}${language}"></a>`;
}

function writeScreen(name: string, words: string): string {
  const rows = themes.map((theme) => {
    const cells = windows.map(({ width }) =>
      kept
        .filter((variant) => variant.width === width && variant.theme === theme)
        .map((variant) => showPicture(name, words, variant))
        .join(' '),
    );
    return `| ${theme} | ${cells.join(' | ')} |`;
  });
  const columns = windows.map(({ width }) => `${width} px`).join(' | ');
  return [`### ${words}`, '', `| \`${name}\` | ${columns} |`, '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

/** Gives the page that shows all pictures, as Markdown. */
export function writeGalleryPage(): string {
  const contents = gallery.map(({ title }) => {
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, '')
      .replaceAll(' ', '-');
    return `- [${title}](#${anchor})`;
  });
  const groups = gallery.map(({ title, screens }) =>
    [`## ${title}`, '', ...Object.entries(screens).map(([name, words]) => writeScreen(name, words))].join('\n'),
  );
  return [head, ...contents, '', ...groups].join('\n');
}
