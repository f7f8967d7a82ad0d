import * as z from 'zod/mini';
import { scrubCardNumber } from '../card/detect-card-number';

/** A violation of the Content-Security-Policy, without the payer's data: no query and no text of the page. */
export interface PolicyReport {
  readonly directive: string;
  /** An origin, or a word such as `inline` or `eval`. */
  readonly blocked: string;
  /** Path of the page, without its query. */
  readonly path: string;
}

const words = /^[a-z-]{1,40}$/;

/** Keeps the origin of a URL, or a keyword; everything else in a report is dropped. */
function readBlocked(text: string): string {
  if (words.test(text)) return text;
  return URL.canParse(text) ? scrubCardNumber(new URL(text).origin).slice(0, 200) : 'unknown';
}

function readPath(text: string): string {
  // Before truncation: a part of a card number is not detected.
  return URL.canParse(text) ? scrubCardNumber(new URL(text).pathname).slice(0, 100) : '';
}

function makeReport(directive: string, blocked: string, page: string): PolicyReport {
  return {
    directive: words.test(directive) ? directive : 'unknown',
    blocked: readBlocked(blocked),
    path: readPath(page),
  };
}

const oneReport = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
    'document-uri': z.optional(z.string()),
  }),
});

const manyReports = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: z.optional(z.string()),
      blockedURL: z.optional(z.string()),
      documentURL: z.optional(z.string()),
    }),
  }),
);

/** The maximum number of reports read from one post. */
const maxReports = 20;
/** The maximum number that is looked at, of any type: a post of 16 kB can have thousands. Security, row 49. */
const maxEntries = 100;

/** Parses a browser's reports of Content-Security-Policy violations: in the format of `report-uri` (CSP 2), or of the Reporting API. */
export function readPolicyReports(body: unknown): readonly PolicyReport[] {
  const one = oneReport.safeParse(body);
  if (one.success) {
    const report = one.data['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? '';
    return [makeReport(directive, report['blocked-uri'] ?? '', report['document-uri'] ?? '')];
  }
  const many = manyReports.safeParse(Array.isArray(body) ? body.slice(0, maxEntries) : body);
  if (!many.success) return [];
  return many.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, maxReports)
    .map(({ body: report }) =>
      makeReport(report.effectiveDirective ?? '', report.blockedURL ?? '', report.documentURL ?? ''),
    );
}
