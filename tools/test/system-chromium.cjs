// CommonJS: Playwright's configuration reads it too, and takes no other kind from a TypeScript file.
const { existsSync } = require('node:fs');
const path = require('node:path');

/** The one without windows comes first: it opens a page in a third of the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'Google Chrome',
];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/Applications/Google Chrome.app/Contents/MacOS'];

/**
 * The browser of this machine, if there is one; `CHROMIUM_PATH` names another.
 *
 * @returns {string | undefined}
 */
function findSystemChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  const searched = [...(process.env['PATH'] ?? '').split(path.delimiter), ...folders].filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => searched.map((folder) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate));
}

module.exports = { findSystemChromium };
