import { resolve } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Gives a browser that draws every page in the typeface beside this file, whatever the machine has. */
export function pinTypeface(options: LaunchOptions | undefined): LaunchOptions {
  const variables = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...options,
    env: { ...Object.fromEntries(variables), FONTCONFIG_FILE: resolve('e2e/fonts/fonts.conf') },
  };
}
