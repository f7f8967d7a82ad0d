import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What of a page is right or wrong however busy the machine is: no category that measures time. */
const categories = ['accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export interface CategoryScore {
  /** Of 100. */
  readonly score: number;
  /** The audits that cost it. */
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

/** What we use of the packages in tools/bench/tools, which only those have who measure. */
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
  // The page goes on as the visit that is on it: its cookies, its window, its language.
  disableStorageReset: true,
  screenEmulation: { disabled: true },
  emulatedUserAgent: false,
  disableFullPageScreenshot: true,
  // Nothing is timed: no page is waited for longer than it loads.
  throttlingMethod: 'simulate',
  ...{ pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0 },
};

function readScore({ categories: judged, audits }: LighthouseRun['lhr'], category: Category): CategoryScore {
  const { score, auditRefs } = judged[category] ?? { score: null, auditRefs: [] };
  const faults = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id);
  return { score: Math.round((score ?? 0) * 100), faults };
}

/** Looks by Lighthouse at the pages of a browser that others drive. `port` is where it takes orders. */
export async function openLighthouse(port: number) {
  const load: LoadTool = createRequire(join(__dirname, 'tools/package.json'));
  const { navigation, snapshot } = load('lighthouse');
  const { connect } = load('puppeteer-core');
  const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  return {
    /**
     * Gives the scores of the page that shows this address. `anew`: the address is opened once more, so that what goes wrong while a
     * page loads counts too; without it the page is looked at as it stands.
     */
    async look(url: string, { anew }: { anew: boolean }): Promise<Readonly<Record<Category, CategoryScore>>> {
      // It hears of an address a moment after the page has it.
      const target = await browser.waitForTarget((one) => one.type() === 'page' && one.url() === url);
      const page = await target.page();
      const { lhr } = anew
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
