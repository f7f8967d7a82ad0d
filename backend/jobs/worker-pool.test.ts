import { createWorkerPool } from './worker-pool';

test.each([
  ['no job', []],
  ['a job that hangs', ['hanging']],
])('claims again when a job ends while a claim finds its lane full, with %s beside it', async (_name, hanging) => {
  const ran: string[] = [];
  const ends = new Map<string, () => void>();
  const answers = [['first', ...hanging], 'full', ['second'], []] as const;
  let claims = 0;
  const pool = createWorkerPool<string>({
    concurrency: 4,
    async claim() {
      const answer = answers[claims] ?? [];
      claims += 1;
      if (answer !== 'full') return answer;
      ends.get('first')?.();
      await new Promise((resolve) => setImmediate(resolve));
      return [];
    },
    async run(work) {
      ran.push(work);
      if (work === 'second') ends.get('hanging')?.();
      else await new Promise<void>((resolve) => ends.set(work, resolve));
    },
    serialKeyOf: () => null,
    isStopped: () => false,
    onClaimError: () => {},
  });
  await pool.runDue();
  expect(ran).toEqual(['first', ...hanging, 'second']);
});
