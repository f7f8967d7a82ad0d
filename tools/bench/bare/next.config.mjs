import { dirname } from 'node:path';

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  compress: false,
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  turbopack: { root: dirname(dirname(dirname(import.meta.dirname))) },
};
