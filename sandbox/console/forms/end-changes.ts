import { success } from '@/lib/domain/result';
import { html, type Markup } from '../../html/markup';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';
import { formPath } from './fields';

export const endChangesForm: ConsoleForm = {
  name: 'end-changes',
  returnPath: () => menu.overview.path,
  submit: (controls) =>
    runControl(
      async () => success(await controls.endChanges()),
      () => ({ message: 'All changes have ended. The clock stays as it is: only a reset sets it back.' }),
    ),
};

/** Ends the changes that are in effect, but the clock's. */
export function renderEndChangesForm(): Markup {
  return html`<form method="post" action="${formPath('end-changes')}">
    <div class="buttons"><button type="submit">End all changes</button></div>
  </form>`;
}
