import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The categories that do not depend on the load of the machine. */
const categories = ['accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export interface CategoryScore {
  /** 0 to 100. */
  readonly score: number;
  /** Failed audits. */
  readonly faults: readonly string[];
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

/** What is used of the packages in tools/bench/tools, which are installed on demand. */
interface LoadTool {
  (name: 'lighthouse'): {
    navigation(page: unknown, url: string, how: { flags: object }): Promise<LighthouseRun>;
    snapshot(page: unknown, how: { flags: object }): Promise<LighthouseRun>;
  };
  (name: 'puppeteer-core'): {
    connect(how: { browserURL: string; defaultViewport: null }): Promise<{
      waitForTarget(isIt: (target: Target) => boolean): Promise<Target>;
      disconnect(): Promise<void>;
    }>;
  };
}

const settings = {
  onlyCategories: categories,
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
  const faults = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id);
  return { score: Math.round((score ?? 0) * 100), faults };
}

/** Audits pages of a browser by Lighthouse; `port` is the browser's debugging port. */
export async function openLighthouse(port: number) {
  const load: LoadTool = createRequire(join(process.cwd(), 'tools/bench/tools/package.json'));
  const { navigation, snapshot } = load('lighthouse');
  const { connect } = load('puppeteer-core');
  const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  return {
    /**
     * Returns the scores of the page at a URL. With `reopens` Lighthouse opens the URL again, so that errors while it loads count; without
     * it the page is audited as it is.
     */
    async audit(url: string, { reopens }: { reopens: boolean }): Promise<Readonly<Record<Category, CategoryScore>>> {
      // Puppeteer learns of a URL a moment after the page has it.
      const target = await browser.waitForTarget((one) => one.type() === 'page' && one.url() === url);
      const page = await target.page();
      const { lhr } = reopens
        ? await navigation(page, url, { flags: settings })
        : await snapshot(page, { flags: settings });
      if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
      const [accessibility, practices, seo] = categories.map((category) => readScore(lhr, category));
      if (!accessibility || !practices || !seo) throw new Error('a category is missing');
      return { accessibility, 'best-practices': practices, seo };
    },
    close: () => browser.disconnect(),
  };
}
