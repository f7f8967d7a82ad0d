const createNextIntlPlugin = require('next-intl/plugin');

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  // Messages are compiled by the build: browsers need no parser of the ICU syntax.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env['NEXT_DIST_DIR'] || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  // The front compresses, with a better encoding than Next has.
  compress: false,
  // No address given by a stranger is ever fetched by the server.
  images: { unoptimized: true },
  // Loaded only where limits are shared, and then from its package.
  serverExternalPackages: ['ioredis'],
  // `npm test` checks them, once and with the project's own settings.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // A page's code is loaded when it is first asked for: at once, all of it would be a third of an idle site's memory.
  experimental: { preloadEntriesOnStart: false },
};

module.exports = withNextIntl(config);
