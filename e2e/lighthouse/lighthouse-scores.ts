import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The categories that do not depend on the load of the machine. */
const categories = ['accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export interface CategoryScore {
  /** 0 to 100. */
  readonly score: number;
  /** Failed audits. */
  readonly failedAudits: readonly string[];
}

interface LighthouseRun {
  readonly lhr: {
    readonly runtimeError?: { readonly message: string };
    readonly categories: Readonly<
      Record<string, { score: number | null; auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
    >;
    readonly audits: Readonly<Record<string, { readonly score: number | null }>>;
  };
}

interface Target {
  type(): string;
  url(): string;
  page(): Promise<unknown>;
}

/** The API that is used of the packages in tools/bench/tools, which are installed on demand. */
interface RequireTool {
  (name: 'lighthouse'): {
    navigation(page: unknown, url: string, options: { flags: object }): Promise<LighthouseRun>;
    snapshot(page: unknown, options: { flags: object }): Promise<LighthouseRun>;
  };
  (name: 'puppeteer-core'): {
    connect(options: { browserURL: string; defaultViewport: null }): Promise<{
      waitForTarget(predicate: (target: Target) => boolean): Promise<Target>;
      disconnect(): Promise<void>;
    }>;
  };
}

const settings = {
  onlyCategories: categories,
  // Reports what the pay bar covers until the page is scrolled; axe checks the size of targets without that (e2e/fixtures/accessibility.ts).
  skipAudits: ['target-size'],
  // Keep the cookies, the viewport and the language of the visit.
  disableStorageReset: true,
  screenEmulation: { disabled: true },
  emulatedUserAgent: false,
  disableFullPageScreenshot: true,
  // Nothing is timed, so there is no need to wait after a page has loaded.
  throttlingMethod: 'simulate',
  ...{ pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0 },
};

function readScore({ categories, audits }: LighthouseRun['lhr'], category: Category): CategoryScore {
  const { score, auditRefs } = categories[category] ?? { score: null, auditRefs: [] };
  const failedAudits = auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return { score: Math.round((score ?? 0) * 100), failedAudits };
}

/** Connects Lighthouse to a browser; `port` is the browser's remote debugging port. */
export async function connectLighthouse(port: number) {
  const requireTool: RequireTool = createRequire(join(process.cwd(), 'tools/bench/tools/package.json'));
  const { navigation, snapshot } = requireTool('lighthouse');
  const { connect } = requireTool('puppeteer-core');
  const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  return {
    /**
     * Returns the scores of the page at a URL. With `reload` Lighthouse loads the URL again, so that loading errors count; without it the
     * page is audited as it is.
     */
    async audit(url: string, { reload }: { reload: boolean }): Promise<Readonly<Record<Category, CategoryScore>>> {
      // Puppeteer learns of a new URL with a delay.
      const target = await browser.waitForTarget((one) => one.type() === 'page' && one.url() === url);
      const page = await target.page();
      const { lhr } = reload
        ? await navigation(page, url, { flags: settings })
        : await snapshot(page, { flags: settings });
      if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
      const [accessibility, bestPractices, seo] = categories.map((category) => readScore(lhr, category));
      if (!accessibility || !bestPractices || !seo) throw new Error('a category is missing');
      return { accessibility, 'best-practices': bestPractices, seo };
    },
    close: () => browser.disconnect(),
  };
}
