import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The site's style sheet as the build wrote it, beside what Next built. */
export const siteCss = readFileSync(join(process.cwd(), process.env['NEXT_DIST_DIR'] || '.next', 'site.css'), 'utf8');
