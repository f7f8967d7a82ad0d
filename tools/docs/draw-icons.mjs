import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { provideChromium } from '../test/chromium.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';

/*
 * node tools/docs/draw-icons.mjs  draws the pictures that must not be SVG from public/icon.svg, anew after the icon has changed
 */

const folder = join(projectRoot, 'public');

/** What the social card says, under the name: one card does for both languages. */
const cardLines = ['Pay your satellite TV bill online', 'Bayar bil TV satelit anda dalam talian'];

/**
 * @param {Buffer} png
 * @param {number} size pixels
 * @returns {Buffer} the picture as the only one of an ICO file
 */
function wrapAsIco(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** @param {string} icon */
function writeCard(icon) {
  return `<style>
      body { margin: 0; height: 630px; display: grid; align-content: center; padding: 0 100px; box-sizing: border-box;
        background: #fff; border-top: 24px solid #e6007d; font-family: sans-serif; color: #16181d; }
      div { display: flex; align-items: center; gap: 40px; font-size: 130px; font-weight: 700; }
      div svg { width: 160px; height: 160px; }
      p { margin: 50px 0 0; font-size: 52px; } p + p { margin-top: 16px; color: #535a69; }
    </style>
    <div>${icon} ebill</div>${cardLines.map((line) => `<p>${line}</p>`).join('')}`;
}

async function drawIcons() {
  const executablePath = await provideChromium(console.log);
  if (executablePath === undefined) throw new PlainFailure('There is no Chromium to draw with.');
  const icon = await readFile(join(folder, 'icon.svg'), 'utf8');
  // Phones cut the corners themselves, each in its own way.
  const fullBleed = icon.replace(' rx="8"', '');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();

    /** @param {string} html @param {number} width @param {number} height pixels */
    const draw = async (html, width, height) => {
      await page.setViewportSize({ width, height });
      await page.setContent(html);
      return page.screenshot({ omitBackground: true });
    };
    /** @param {string} svg @param {number} size pixels */
    const drawIcon = (svg, size) =>
      draw(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`, size, size);

    await writeFile(join(folder, 'favicon.ico'), wrapAsIco(await drawIcon(icon, 32), 32));
    await writeFile(join(folder, 'apple-touch-icon.png'), await drawIcon(fullBleed, 180));
    await writeFile(join(folder, 'icon-512.png'), await drawIcon(icon, 512));
    await writeFile(join(folder, 'icon-maskable-512.png'), await drawIcon(fullBleed, 512));
    await writeFile(join(folder, 'social-card.png'), await draw(writeCard(icon), 1200, 630));
  } finally {
    await browser.close();
  }
}

await drawIcons();
