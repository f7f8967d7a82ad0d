import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { instantSchema } from '@/lib/contract/primitives';
import { sen } from '@/lib/domain/money';
import { downtimeMessageSchema, listDowntimes, listDowntimeTargets, setDowntime } from '../config/downtimes';
import { configFieldNames } from '../config/service';
import { listChanges } from '../config/setting-changes';
import { recordAction } from '../operators/actions';
import type { Services } from '../services';

const valuesSchema = z.record(z.string(), z.unknown());
const unsetSchema = z.object({ fields: z.array(z.enum(configFieldNames)).min(1) });
const downtimeSchema = z.object({
  target: z.string().min(1).max(40),
  from: instantSchema.optional(),
  until: instantSchema,
  message: downtimeMessageSchema,
});
const targetParameter = z.object({ target: z.string().min(1).max(40) });

/** A bank's plans as they are imported: months from 2 to 60, the minimum in sen. */
const planSchema = z.object({
  bank: z.string().regex(/^[A-Z0-9]{2,12}$/, 'must be 2 to 12 capital letters or digits'),
  bankName: z.string().min(1).max(60),
  months: z
    .array(z.int().min(2).max(60))
    .min(1)
    .max(12)
    .refine((months) => new Set(months).size === months.length, 'a number of months is there twice'),
  minimum: z.int().min(100).max(100_000_000).transform(sen),
});
const plansSchema = z.object({
  plans: z
    .array(planSchema)
    .max(50)
    .refine((plans) => new Set(plans.map(({ bank }) => bank)).size === plans.length, 'a bank is there twice')
    .nullable(),
});

/** Adds the operator's routes for the common config, downtimes and instalment plans, and for how banks and wallets do: docs/operate.md, "Settings". */
export function addSettingRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, clock } = services;
  const record = ({ operator }: FastifyRequest, settings: readonly string[]) =>
    recordAction(db, {
      ...{ operator, action: 'settings-changed', subject: settings.join(', '), reason: null, at: clock.now() },
    });

  app.get('/operator/config', () => config.readWire());

  app.post('/operator/config', async (request) => {
    const values = valuesSchema.parse(request.body);
    await config.merge(values);
    await record(request, Object.keys(values));
    return config.readWire();
  });

  app.post('/operator/config/unset', async (request) => {
    const { fields } = unsetSchema.parse(request.body);
    await config.unset(fields);
    await record(request, fields);
    return config.readWire();
  });

  app.get('/operator/settings/history', () => listChanges(db));

  app.get('/operator/downtimes', () => listDowntimes(db, clock.now()));

  app.post('/operator/downtimes', async (request, reply) => {
    const { target, from, until, message } = downtimeSchema.parse(request.body);
    const targets = await listDowntimeTargets(services);
    if (!targets.includes(target)) return reply.code(400).send({ error: `target: one of ${targets.join(', ')}` });
    const window = { from: from === undefined ? clock.now() : new Date(from), until: new Date(until), message };
    if (window.until <= window.from || window.until <= clock.now())
      return reply.code(400).send({ error: 'until: must be after the start, and in the future' });
    await setDowntime(services, target, window);
    await record(request, [`downtime ${target}`]);
    return listDowntimes(db, clock.now());
  });

  app.delete('/operator/downtimes/:target', async (request, reply) => {
    const { target } = targetParameter.parse(request.params);
    if (!(await setDowntime(services, target, null)))
      return reply.code(404).send({ error: `there is no downtime of '${target}'` });
    await record(request, [`downtime ${target}`]);
    return listDowntimes(db, clock.now());
  });

  app.get('/operator/provider-health', () => services.providerHealth.list());

  app.get('/operator/instalment-plans', () => config.readInstalmentPlans());

  app.post('/operator/instalment-plans', async (request) => {
    await config.setInstalmentPlans(plansSchema.parse(request.body).plans);
    await record(request, ['instalment-plans']);
    return config.readInstalmentPlans();
  });
}
