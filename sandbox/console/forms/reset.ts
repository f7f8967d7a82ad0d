import { success } from '@/lib/domain/result';
import { html, type Markup } from '../../html/markup';
import { formPath, renderFormSection, viewForm } from './fields';
import { menu, type ConsolePage } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';

export const resetForm: ConsoleForm = {
  name: 'reset',
  returnPath: () => menu.overview.path,
  submit: (controls) =>
    runControl(
      async () => success(await controls.reset()),
      () => ({ message: 'The sandbox is reset: no payments, no messages, no changes, and the clock is right.' }),
    ),
};

/** A link to the confirmation of a reset. */
export function renderResetSection(): Markup {
  return renderFormSection(
    viewForm('reset', null),
    'Reset',
    html`<p>Deletes all payments, messages, outages, faults and changes, and sets the clock right.</p>
      <div class="buttons"><a class="button danger" href="/sandbox/console/reset">Reset the sandbox…</a></div>`,
  );
}

/** The confirmation before a reset. */
export function showReset(): ConsolePage {
  return {
    title: 'Reset the sandbox?',
    menuEntry: 'controls',
    body: html`<section class="card">
      <p>
        Everybody who uses this sandbox loses their payments and messages, and what they have set: presets, faults,
        outages, switches and the clock. This cannot be undone.
      </p>
      <form method="post" action="${formPath('reset')}">
        <div class="buttons">
          <button type="submit" class="danger">Yes, reset the sandbox</button>
          <a class="button" href="${menu.controls.path}">No, keep everything</a>
        </div>
      </form>
    </section>`,
  };
}
