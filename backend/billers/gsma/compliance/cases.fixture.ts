import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeLoad } from 'js-yaml';
import { z } from 'zod';

const script = z.object({
  name: z.string(),
  rules: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
const messageFields = z.object({ headers: z.record(z.string(), z.string()).optional(), body: z.unknown().optional() });
const responseFields = messageFields.extend({ status: z.int() });

const stepSchema = z.object({
  path: z.string(),
  method: z.enum(['GET', 'POST', 'PUT']),
  /** `mmap`: who pays (our connector); `sp`: the biller. */
  source: z.enum(['mmap', 'sp']),
  callback: z.object({ name: z.string() }).optional(),
  test_request_scripts: z.array(script).default([]),
  test_response_scripts: z.array(script).default([]),
  request: messageFields.extend({ uri: z.string() }),
  response: responseFields,
  repeat: z
    .object({
      max: z.int(),
      count: z.int(),
      response: responseFields,
      test_response_scripts: z.array(script).default([]),
    })
    .optional(),
});
export type ComplianceStep = z.output<typeof stepSchema>;

const caseSchema = z.object({ name: z.string(), slug: z.string(), test_steps: z.array(stepSchema).min(1) });
export type ComplianceCase = z.output<typeof caseSchema>;

/** Reads the cases: ours, or those of a copy of interop-test-platform in the folder `GSMA_COMPLIANCE_CASES`. */
export function readCases(): ComplianceCase[] {
  const folder = process.env['GSMA_COMPLIANCE_CASES'] ?? join(__dirname, 'cases');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .map((name) => caseSchema.parse(safeLoad(readFileSync(join(folder, name), 'utf8'))));
}
