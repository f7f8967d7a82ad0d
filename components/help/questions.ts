/** The questions of the FAQ by group, in the order of the page. Each is an id for links (`/apg/help#pending`) and a key of messages. */
export const questionGroups = [
  { group: 'bill', questions: ['accountNumber', 'signIn', 'balance', 'amount', 'overdue'] },
  { group: 'paying', questions: ['methods', 'timer', 'twice'] },
  { group: 'afterwards', questions: ['shows', 'pending', 'corporate', 'failed', 'receipt'] },
  { group: 'autoDebit', questions: ['autoDebitWhat', 'autoDebitRefused'] },
  { group: 'safety', questions: ['cardSafety', 'realSite'] },
] as const;
