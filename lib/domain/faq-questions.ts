/** The questions of the FAQ by group, in the order of the page. Each is an anchor (`/apg/help#pending`) and a key of messages. */
export const questionGroups = [
  { group: 'bill', questions: ['accountNumber', 'signIn', 'balance', 'amount', 'limits', 'overdue'] },
  {
    group: 'paying',
    questions: ['methods', 'declined', 'fpxFailed', 'downtime', 'instalments', 'counter', 'code', 'timer', 'twice'],
  },
  { group: 'afterwards', questions: ['shows', 'pending', 'corporate', 'failed', 'receipt', 'refund'] },
  { group: 'autoDebit', questions: ['autoDebitWhat', 'autoDebitRefused', 'autoDebitEnd'] },
  { group: 'safety', questions: ['cardSafety', 'savedCards', 'realSite'] },
  { group: 'site', questions: ['browser', 'remembered', 'tooMany'] },
] as const;

export type FaqQuestion = (typeof questionGroups)[number]['questions'][number];

/** All questions in the order of the page. */
export const questions: readonly FaqQuestion[] = questionGroups.flatMap(
  (group): readonly FaqQuestion[] => group.questions,
);
