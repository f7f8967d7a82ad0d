// CommonJS, because Playwright's TypeScript configuration requires it too.
const { existsSync } = require('node:fs');
const path = require('node:path');

/** In order of preference: the headless shell opens a page in a third of the time. */
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
 * Finds an installed Chromium or Chrome; `CHROMIUM_PATH` overrides the search.
 *
 * @returns {string | undefined}
 */
function findSystemChromium() {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') return configured;
  const searchPath = [...(process.env['PATH'] ?? '').split(path.delimiter), ...folders].filter(
    (folder) => folder !== '',
  );
  const candidates = names.flatMap((name) => searchPath.map((folder) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate));
}

module.exports = { findSystemChromium };
