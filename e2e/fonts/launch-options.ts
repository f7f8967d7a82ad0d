import { resolve } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Returns launch options with which the browser renders text in the fonts of this folder. */
export function withBundledFonts(options: LaunchOptions | undefined): LaunchOptions {
  const variables = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...options,
    env: { ...Object.fromEntries(variables), FONTCONFIG_FILE: resolve('e2e/fonts/fonts.conf') },
  };
}
