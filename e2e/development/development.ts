import { test as base } from '@playwright/test';
import { copyProject, type DevelopmentServer, type ProjectCopy } from './project-copy';
import { addPseudoLocale } from './pseudo-locale';

interface Development {
  readonly copy: ProjectCopy;
  readonly server: DevelopmentServer;
}

/** `npm run dev` in a copy of the project with an additional language, `qps`. All tests share it. */
export const test = base.extend<object, { development: Development }>({
  development: [
    async ({}, use, { project }) => {
      // Playwright empties the folder before a run, so an interrupted run leaves nothing behind.
      const copy = await copyProject(project.outputDir);
      addPseudoLocale(copy);
      const server = await copy.startDevelopment();
      await use({ copy, server });
      await server.stop();
      copy.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ development }, use) => use(development.server.site),
});
