import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { partnerKeySchema } from '@/lib/contract/partners';
import { recordAction, type OperatorActionName } from '../operators/actions';
import { mergeAutoDebitTexts } from '../partners/auto-debit-texts';
import { addKey, listKeys, retireKey } from '../partners/keys';
import { findPartner, type Partner } from '../partners/model';
import { registerPartner, type PartnerRegistration } from '../partners/register';
import { listWebhooks, resendWebhook } from '../partners/webhook-delivery';
import type { Services } from '../services';
import { partnerToRegisterSchema } from './partner-settings';

const partnerParameter = z.object({ partnerKey: partnerKeySchema });
const keyParameter = partnerParameter.extend({ keyId: z.string().max(64) });
const eventParameter = partnerParameter.extend({ eventId: z.string().max(64) });
const webhookQuery = z.object({ undelivered: z.stringbool().default(false) });

function refuse(reply: FastifyReply, status: number, why: string): FastifyReply {
  return reply.code(status).send({ error: why });
}

/** A partner in the format of its registration. */
function describePartner(partner: Partner) {
  return {
    key: partner.key,
    name: partner.name,
    themeColor: partner.theme_color,
    logoUrl: partner.logo_url,
    registeredOrigins: partner.registered_origins,
    webhookUrl: partner.webhook_url,
    providerKeys: partner.provider_keys,
    minimumAmount: partner.minimum_amount,
    maximumAmount: partner.maximum_amount,
    isKiosk: partner.payment_id_prefix !== '',
    userKeyFrom: partner.user_key_from,
    makeUesCall: partner.make_ues_call,
    tokenCheckUrl: partner.token_check_url,
    mayLinkBills: partner.may_link_bills,
    autoDebitTexts: partner.auto_debit_texts,
    registrationNumber: partner.registration_number,
    address: partner.address,
    supportEmail: partner.support_email,
    supportPhone: partner.support_phone,
    statementText: partner.statement_text,
  } satisfies PartnerRegistration;
}

/** Adds the operator's routes for partners, their keys and webhooks: see docs/partners.md. */
export function addPartnerRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  const record = ({ operator }: FastifyRequest, action: OperatorActionName, subject: string) =>
    recordAction(db, { operator, action, subject, reason: null, at: clock.now() });

  app.get('/operator/partners', async () => {
    const partners = await db.selectFrom('partners').selectAll().orderBy('key').execute();
    return Promise.all(
      partners.map(async (partner) => ({ ...describePartner(partner), keys: await listKeys(db, partner.key) })),
    );
  });

  app.post('/operator/partners', async (request, reply) => {
    const { key, settings } = partnerToRegisterSchema.parse(request.body);
    const known = await findPartner(db, key);
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    const autoDebitTexts = mergeAutoDebitTexts(known?.auto_debit_texts ?? {}, settings.autoDebitTexts ?? {});
    const kept = known && describePartner(known);
    const registration: PartnerRegistration = { name: key, ...kept, ...given, autoDebitTexts, key };
    const { minimumAmount = 0, maximumAmount = Infinity } = registration;
    if (minimumAmount > maximumAmount) return refuse(reply, 400, 'the minimum is above the maximum');
    await registerPartner(db, registration);
    await record(request, 'partner-set', key);
    const partner = await findPartner(db, key);
    return { ...(partner && describePartner(partner)), keys: await listKeys(db, key) };
  });

  app.post('/operator/partners/:partnerKey/keys', async (request, reply) => {
    const { partnerKey } = partnerParameter.parse(request.params);
    if ((await findPartner(db, partnerKey)) === null) return refuse(reply, 404, 'unknown partner');
    const made = await addKey(services, partnerKey);
    if (!made.ok) return refuse(reply, 409, 'two keys are live: retire one first');
    await record(request, 'partner-key-added', `${partnerKey} ${made.value.keyId}`);
    return made.value;
  });

  app.delete('/operator/partners/:partnerKey/keys/:keyId', async (request, reply) => {
    const { partnerKey, keyId } = keyParameter.parse(request.params);
    if (!(await retireKey(db, partnerKey, keyId))) return refuse(reply, 404, 'no such key is live');
    await record(request, 'partner-key-retired', `${partnerKey} ${keyId}`);
    return { retired: keyId };
  });

  app.get('/operator/partners/:partnerKey/webhooks', async (request) => {
    const { partnerKey } = partnerParameter.parse(request.params);
    return listWebhooks(db, partnerKey, webhookQuery.parse(request.query).undelivered);
  });

  app.post('/operator/partners/:partnerKey/webhooks/:eventId/send', async (request, reply) => {
    const { partnerKey, eventId } = eventParameter.parse(request.params);
    if (!(await resendWebhook(db, partnerKey, eventId, services.clock.now()))) {
      return refuse(reply, 404, 'no such event is undelivered');
    }
    services.wakeJobRunner();
    return { sending: eventId };
  });
}
