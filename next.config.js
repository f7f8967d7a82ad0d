const createNextIntlPlugin = require('next-intl/plugin');

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  // Messages are compiled by the build: browsers need no parser of the ICU syntax.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env['NEXT_DIST_DIR'] || '.next',
  // Of the sources, so that the same sources give the same files; `npm run dev` has none.
  generateBuildId: () => process.env['SITE_BUILD_ID'] ?? null,
  reactStrictMode: true,
  poweredByHeader: false,
  // The front compresses, with a better encoding than Next has.
  compress: false,
  // No address given by a stranger is ever fetched by the server.
  images: { unoptimized: true },
  // Metadata is in the head for every visitor. Next's own pattern for crawlers takes quadratic time in the length of the User-Agent.
  htmlLimitedBots: /.*/,
  // Loaded only where limits are shared, and then from its package.
  serverExternalPackages: ['ioredis'],
  // Above this folder nothing belongs to the project, whatever lock files there are.
  turbopack: { root: __dirname },
  // `npm test` checks them, once and with the project's own settings.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // LOG_LEVEL=info shows each request, without its query.
  logging: { incomingRequests: false },
  experimental: {
    // A page's code is loaded when it is first asked for: at once, all of it would be a third of an idle site's memory.
    preloadEntriesOnStart: false,
    // React's CommonJS modules without the exports that nothing imports: 0.4 kB (Brotli) less on every page.
    turbopackCjsTreeShaking: true,
    // Versions are a matter of package.json: `npm run dev` asks nobody for newer ones.
    agentUpgrade: false,
  },
};

module.exports = withNextIntl(config);
