import { z } from 'zod';
import { contractVersion, generalErrors, problemSchema, type Call } from './call';
import { calls } from './calls';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function queryParameters(schema: z.ZodType): readonly Json[] {
  const { properties, required } = z
    .object({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) })
    .parse(jsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

const signatureHeaders = ['KeyId', 'Timestamp', 'Nonce'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' };

function problemResponses(call: Call): Json {
  const codes = new Map<number, string[]>();
  for (const [code, status] of Object.entries({ ...generalErrors, ...call.errors })) {
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      String(status),
      {
        description: names.map((name) => `\`${name}\``).join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function operation(call: Call): Json {
  const parameters = [
    ...(call.method === 'GET' ? queryParameters(call.request) : []),
    ...(call.kind === 'write' ? [idempotencyKey] : []),
    ...(call.signedByPartner ? signatureHeaders : []),
  ];
  return {
    operationId: call.name,
    summary: call.summary,
    'x-kind': call.kind,
    ...(parameters.length > 0 && { parameters }),
    ...(call.signedByPartner && { security: [{ PartnerSignature: [] }] }),
    ...(call.method === 'POST' && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(call.request, 'input') } } },
    }),
    responses: {
      200: {
        description: 'The answer',
        content: { 'application/json': { schema: jsonSchema(call.response, 'input') } },
      },
      ...problemResponses(call),
    },
  };
}

function headerParameter(name: string, description: string, schema: Json): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string', ...schema } };
}

/** Returns the contract as an OpenAPI 3.1 document: the contents of `docs/openapi.json`. */
export function makeOpenApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const call of Object.values(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ebill payment backend',
      version: String(contractVersion),
      description:
        'The calls that the site makes of a payment backend. Reads may be repeated; writes carry an `Idempotency-Key`: the same ' +
        'key and body give the first answer again, the same key with another body `idempotency-key-reused`, a key still in flight ' +
        '`request-in-flight`.',
    },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'input') },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', minLength: 16, maxLength: 128 },
        },
        KeyId: headerParameter(
          'X-Key-Id',
          'Which of the two keys of the partner that may be live the call is signed with',
          {},
        ),
        Timestamp: headerParameter('X-Timestamp', 'When it was signed: at most five minutes ago', {
          format: 'date-time',
        }),
        Nonce: headerParameter('X-Nonce', 'Never used before by this partner', { pattern: '^[A-Za-z0-9_-]{16,64}$' }),
      },
      securitySchemes: {
        PartnerSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description:
            "HMAC-SHA256 under the secret of the partner's key, lower-case hex, of four lines joined by `\\n`: method and path with its query " +
            '(`POST /apg/orders`), X-Timestamp, X-Nonce, the body as sent (nothing for a GET)',
        },
      },
    },
  };
}
