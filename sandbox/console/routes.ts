import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxControls, ControlSettings } from '../controls/controls';
import { isSameOrigin } from '../controls/same-origin';
import { showControls } from './pages/controls';
import { formPath } from './forms/fields';
import { createFlashCookie } from './flash';
import { billLinkForm, openBillForm } from './forms/bill-link';
import { clockForm } from './forms/clock';
import { configForm, defaultsForm } from './forms/config';
import { decisionForm } from './forms/decisions';
import { downtimeForm } from './forms/downtime';
import { endChangesForm } from './forms/end-changes';
import { faultForm } from './forms/faults';
import { openOrderForm, orderForm } from './forms/order';
import { presetForm } from './forms/presets';
import { refundForm, refundSettlementForm } from './forms/refund';
import { resendForm } from './forms/resend';
import { resetForm, showReset } from './forms/reset';
import { settleForm } from './forms/settle';
import { sendForeignDocument } from '../html/send-document';
import { menu, sendConsolePage, type ConsolePage } from './pages/layout';
import { showLedger } from './pages/ledger';
import { mailPolicy, readMailHtml, showMessage } from './pages/message';
import { showMessages } from './pages/messages';
import { buildNotice } from './pages/notice';
import { showOverview } from './pages/overview';
import { listActiveChanges, readActiveChanges } from './parts/active-changes';
import type { ShowPage } from './page-request';
import { showPayment } from './pages/payment';
import { showPayments } from './pages/payments';
import { showWebhooks } from './pages/webhooks';
import type { ConsoleForm, Fields } from './submission';

const pageNotFound = buildNotice('Not found', 'There is no page at this address.');
const paymentNotFound = buildNotice('Not found', 'There is no payment with this refid or paymentId.', 'payments');
const messageNotFound = buildNotice('Not found', 'There is no such message.', 'messages');

/** The pages, with the notice of those that may not exist. */
const pages: readonly (readonly [path: string, show: ShowPage, notFound?: ConsolePage])[] = [
  [menu.overview.path, showOverview],
  [menu.controls.path, showControls],
  ['/sandbox/console/reset', showReset],
  [menu.payments.path, showPayments],
  [`${menu.payments.path}/:reference`, showPayment, paymentNotFound],
  [menu.ledger.path, showLedger],
  [menu.messages.path, showMessages],
  [`${menu.messages.path}/:id`, showMessage, messageNotFound],
  [menu.webhooks.path, showWebhooks],
];

const forms: readonly ConsoleForm[] = [
  presetForm,
  clockForm,
  configForm,
  defaultsForm,
  downtimeForm,
  faultForm,
  decisionForm,
  resetForm,
  endChangesForm,
  resendForm,
  orderForm,
  openOrderForm,
  billLinkForm,
  openBillForm,
  settleForm,
  refundForm,
  refundSettlementForm,
];

/** The string values of a query, path or form; repeated names are left out. */
function readTexts(sent: unknown): Fields {
  if (typeof sent !== 'object' || sent === null) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Adds the console: its pages, and its forms, which use the same controls as the JSON calls. */
export function addConsole(app: FastifyInstance, settings: ControlSettings, controls: SandboxControls): void {
  const { clock, jobs, services } = settings;
  const flashes = createFlashCookie(services.encryption);

  const listChanges = async () => listActiveChanges(await readActiveChanges(settings), clock.offsetMs);

  async function sendNotice(reply: FastifyReply, status: number, notice: ConsolePage): Promise<FastifyReply> {
    return sendConsolePage(reply, status, notice, { now: clock.now(), changes: (await listChanges()).length });
  }

  // The backend's root URL in a browser redirects to the console.
  app.get('/', (_request, reply) => reply.redirect(menu.overview.path));

  for (const [path, show, notFound = pageNotFound] of pages) {
    app.get(path, async (request, reply) => {
      await jobs.runDue();
      const query = { ...readTexts(request.query), ...readTexts(request.params) };
      const flash = flashes.consume(request, reply);
      const origin = `${request.protocol}://${request.host}`;
      const changes = await listChanges();
      const page = await show({ settings, query, flash, origin, changes });
      if (page === null) return sendNotice(reply, 404, notFound);
      const isError = flash?.isError ?? false;
      return sendConsolePage(reply, 200, { ...page, isError }, { now: clock.now(), changes: changes.length });
    });
  }

  app.get(`${menu.messages.path}/:id/html`, async (request, reply) => {
    const mail = await readMailHtml({ settings, query: readTexts(request.params) });
    return mail === null ? sendNotice(reply, 404, messageNotFound) : sendForeignDocument(reply, mail, mailPolicy);
  });

  // An address that is none, typed into a browser. Programs get the backend's own answer.
  app.get('/sandbox/*', (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    return sendNotice(reply, 404, pageNotFound);
  });

  async function submit(form: ConsoleForm, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isSameOrigin(request.headers)) {
      const notice = buildNotice('Refused', 'This form was not sent by a page of the console. Nothing was done.');
      return sendNotice(reply, 403, notice);
    }
    const fields = readTexts(request.body);
    const submitted = await form.submit(controls, fields);
    if (!submitted.isError && submitted.redirectTo !== undefined) return reply.redirect(submitted.redirectTo, 303);
    const section = form.section?.(fields) ?? form.name;
    flashes.set(reply, {
      section,
      isError: submitted.isError,
      message: submitted.message,
      link: submitted.isError ? null : (submitted.link ?? null),
      paymentPath: submitted.isError ? null : (submitted.paymentPath ?? null),
      errors: submitted.isError ? submitted.errors : {},
      typed: submitted.isError || form.keepsTyped ? fields : {},
    });
    return reply.redirect(`${form.returnPath(fields)}#${section}`, 303);
  }

  for (const form of forms) app.post(formPath(form.name), (request, reply) => submit(form, request, reply));
}
