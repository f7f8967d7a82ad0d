import 'server-only';
import { readSiteConfiguration, type SiteConfiguration } from '@/lib/configuration/site';
import { processSingleton } from './process-singleton';

declare module './process-singleton' {
  interface ProcessSingletons {
    environment: SiteConfiguration;
  }
}

/**
 * Returns this process's configuration, read once. Throws an Error that names each invalid variable; the front has already checked them.
 */
export function readEnvironment(): SiteConfiguration {
  return processSingleton('environment', () => {
    const read = readSiteConfiguration(process.env);
    if (!read.ok) throw new Error(read.error.join(' '));
    return read.value;
  });
}
