import { success } from '@/lib/domain/result';
import { html, type Markup } from '../../html/markup';
import { formAddress, renderFormSection, viewForm } from './fields';
import { menu, type ConsolePage } from '../pages/layout';
import { useControl, type ConsoleForm } from '../submission';

export const resetForm: ConsoleForm = {
  name: 'reset',
  backTo: () => menu.overview.path,
  submit: (controls) =>
    useControl(
      async () => success(await controls.reset()),
      () => ({ says: 'The sandbox is as new: no payments, no messages, nothing ordered, and the clock is right.' }),
    ),
};

/** Leads to the question; nothing is reset by this alone. */
export function renderResetSection(): Markup {
  return renderFormSection(
    viewForm('reset', null),
    'Start anew',
    html`<p>Forgets all payments, messages, outages, faults and changes, and sets the clock right.</p>
      <div class="buttons"><a class="button danger" href="/sandbox/console/reset">Reset the sandbox…</a></div>`,
  );
}

/** The question before a reset. */
export function showReset(): ConsolePage {
  return {
    title: 'Reset the sandbox?',
    belongsTo: 'controls',
    body: html`<section class="card">
      <p>Everybody who uses this sandbox loses their payments and messages. This cannot be undone.</p>
      <form method="post" action="${formAddress('reset')}">
        <div class="buttons">
          <button type="submit" class="danger">Yes, reset the sandbox</button>
          <a class="button" href="${menu.controls.path}">No, keep everything</a>
        </div>
      </form>
    </section>`,
  };
}
