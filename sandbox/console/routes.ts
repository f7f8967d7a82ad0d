import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxControls, SandboxSettings } from '../controls';
import { isOwnPost } from '../own-post';
import { showControls } from './controls-page';
import { formAddress } from './fields';
import { createFlashes } from './flash';
import { billLinkForm, openBillForm } from './forms/bill-link';
import { clockForm } from './forms/clock';
import { configForm, defaultsForm } from './forms/config';
import { downtimeForm } from './forms/downtime';
import { faultForm } from './forms/faults';
import { orderForm } from './forms/order';
import { resetForm, showReset } from './forms/reset';
import { settleForm } from './forms/settle';
import { menu, sendConsolePage } from './layout';
import { showLedger } from './ledger-page';
import { showMessages } from './messages-page';
import { buildNotice } from './notice-page';
import { showOverview } from './overview-page';
import type { ShowPage } from './page-request';
import { showPayment } from './payment-page';
import { showPayments } from './payments-page';
import type { ConsoleForm, Fields } from './submission';

const pages: readonly (readonly [path: string, show: ShowPage])[] = [
  [menu.overview.path, showOverview],
  [menu.controls.path, showControls],
  ['/sandbox/console/reset', showReset],
  [menu.payments.path, showPayments],
  [`${menu.payments.path}/:reference`, showPayment],
  [menu.ledger.path, showLedger],
  [menu.messages.path, showMessages],
];

const forms: readonly ConsoleForm[] = [
  ...[clockForm, configForm, defaultsForm, downtimeForm, faultForm],
  ...[resetForm, orderForm, billLinkForm, openBillForm, settleForm],
];

/** The texts among what a query, an address or a form says; what is sent twice is no text. */
function readTexts(sent: unknown): Fields {
  if (typeof sent !== 'object' || sent === null) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Adds the console: its pages, and its forms, which use the same controls as the JSON calls do. */
export function addConsole(app: FastifyInstance, settings: SandboxSettings, controls: SandboxControls): void {
  const { clock, jobs, services } = settings;
  const flashes = createFlashes(services.encryption);

  // Whoever opens the backend's address in a browser looks for this.
  app.get('/', (_request, reply) => reply.redirect(menu.overview.path));

  for (const [path, show] of pages) {
    app.get(path, async (request, reply) => {
      await jobs.runDue();
      const asked = { ...readTexts(request.query), ...readTexts(request.params) };
      const flash = flashes.take(request, reply);
      const page = await show({ settings, asked, flash });
      const isWrong = flash?.isWrong ?? false;
      if (page !== null) return sendConsolePage(reply, 200, { ...page, isWrong }, clock.now());
      return sendConsolePage(reply, 404, buildNotice('Not found', 'There is no such payment here.'), clock.now());
    });
  }

  async function submit(form: ConsoleForm, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isOwnPost(request.headers)) {
      const notice = buildNotice('Not taken', 'This form was not sent by a page of the console. Nothing was done.');
      return sendConsolePage(reply, 403, notice, clock.now());
    }
    const fields = readTexts(request.body);
    const submitted = await form.submit(controls, fields);
    if (!submitted.isWrong && submitted.leadsTo !== undefined) return reply.redirect(submitted.leadsTo, 303);
    const section = form.section?.(fields) ?? form.name;
    flashes.keep(reply, {
      section,
      isWrong: submitted.isWrong,
      says: submitted.says,
      link: submitted.isWrong ? null : (submitted.link ?? null),
      errors: submitted.isWrong ? submitted.errors : {},
      typed: submitted.isWrong ? fields : {},
    });
    return reply.redirect(`${form.backTo(fields)}#${section}`, 303);
  }

  for (const form of forms) app.post(formAddress(form.name), (request, reply) => submit(form, request, reply));
}
