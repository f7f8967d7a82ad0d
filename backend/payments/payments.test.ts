import { calls } from '@/lib/contract/calls';
import {
  postCallback,
  postReturn,
  sandboxControl,
  createPayment,
  fpxRequest,
  redirectToBank,
  errorCodeOf,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const ledger = () => sandboxControl(backend, 'ledger');

async function expectCredits(count: number): Promise<void> {
  const { credits, balanced } = await ledger();
  expect({ credits: credits.length, balanced }).toEqual({ credits: count, balanced: true });
}

describe('initiation', () => {
  test('an attempt goes through created, initiated and redirected, and returns the next action', async () => {
    const { refid, number } = await redirectToBank(backend);
    expect(number).toMatch(/^[a-z0-9]{20}$/);
    const page = await succeed(backend, calls['payment.page'], { refid });
    expect(page.attempt).toMatchObject({ state: 'redirected', onward: { kind: 'redirect', fields: { number } } });
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    expect(history.map(({ state }: { state: string }) => state)).toEqual([
      'open',
      'created',
      'initiated',
      'redirected',
    ]);
  });

  test('row 2: refuses another total than the one shown', async () => {
    const refid = await createPayment(backend);
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 1))).toBe('amount-changed');
    expect(backend.fpx.begun).toHaveLength(0);
  });

  test('row 9: twenty concurrent submissions initiate one attempt', async () => {
    const refid = await createPayment(backend);
    let open = () => {};
    backend.fpx.gate = new Promise((resolve) => (open = resolve));
    const answers = Array.from({ length: 20 }, () => send(backend, calls['payment.init'], fpxRequest(refid)));
    await Promise.race(answers.slice(1));
    open();
    const codes = (await Promise.all(answers)).map(({ code }) => code);
    expect(codes).toContain(null);
    expect(codes.filter((code) => code !== null && code !== 'attempt-under-way')).toEqual([]);
    expect(backend.fpx.begun).toHaveLength(1);
  });

  test('another choice supersedes an attempt that is unknown to the bank', async () => {
    const { refid } = await redirectToBank(backend);
    await redirectToBank(backend, refid, 'PBB0233');
    const { attempts } = await sandboxControl(backend, `payments/${refid}`);
    expect(attempts.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'redirected']);
  });

  test('another choice after the bank has the money finds the payment', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('payment-ended');
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
  });

  test.each(['pending', 'pending-approval'] as const)(
    'initiates no attempt while the bank reports %s',
    async (status) => {
      const { refid, number } = await redirectToBank(backend);
      backend.fpx.setStatus(number, status);
      expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'))).toBe(
        'attempt-under-way',
      );
    },
  );

  test('initiates no attempt while the bank is unreachable', async () => {
    const { refid } = await redirectToBank(backend);
    backend.fpx.isReachable = false;
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'))).toBe(
      'attempt-under-way',
    );
  });

  test('a gateway’s refusal fails the attempt, and the order stays open', async () => {
    const refid = await createPayment(backend);
    backend.fpx.beginning = 'refused';
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('initiation-failed');
    expect(await statusOf(backend, refid)).toBe('failed');
    backend.fpx.beginning = 'redirect';
    await redirectToBank(backend, refid);
  });

  test('a bank that is offline or unknown is not offered', async () => {
    const refid = await createPayment(backend);
    for (const fpxBankID of ['OFFL0001', 'NOSUCHBANK']) {
      const request = fpxRequest(refid);
      const choice = { ...request, paymentRequest: { ...request.paymentRequest, fpxBankID } };
      expect(await errorCodeOf(backend, calls['payment.init'], choice)).toBe('method-unavailable');
    }
  });

  test('corporate banking starts at RM2', async () => {
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], {
      accountNumber: '1234567801',
      payOption: 'other',
      amount: 199,
    });
    const request = {
      refid,
      shownAmount: 199,
      paymentRequest: {
        selectedPaymentMethod: 'fpxCorporate' as const,
        fpxBankCorporateID: 'MB2U0227',
        userEmailAddress: 'payer@example.com',
      },
    };
    expect(await errorCodeOf(backend, calls['payment.init'], request)).toBe('amount-not-allowed');
  });
});

describe('a bank’s report', () => {
  const arrivals = {
    return: (number: string) => postReturn(backend, backend.fpx.sign(number, 'successful')),
    callback: (number: string) => postCallback(backend, backend.fpx.sign(number, 'successful')),
    enquiry: async (_number: string, refid: string) => statusOf(backend, refid),
  };
  const names = ['return', 'callback', 'enquiry'] as const;
  const orders = names.flatMap((one) => names.flatMap((two) => names.map((three) => [one, two, three] as const)));

  test.each(orders)('row 7: %s, %s, %s: paid and credited once', async (...order) => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    for (const arrival of order) await arrivals[arrival](number, refid);
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
  });

  test('row 6: fifty concurrent callbacks and fifty returns are credited once', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await Promise.all(Array.from({ length: 50 }, () => [arrivals.callback(number), arrivals.return(number)]).flat());
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
    const receipts = await sandboxControl(backend, 'messages?to=payer@example.com');
    expect(receipts).toHaveLength(1);
  });

  test('row 4: a signed return is credited only after an enquiry confirms it', async () => {
    const { refid, number } = await redirectToBank(backend);
    const answer = await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(answer.body).toMatchObject({ status: 'pending' });
    await expectCredits(0);
    backend.fpx.setStatus(number, 'successful');
    await sandboxControl(backend, 'clock', { advance: 'PT5M' });
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
  });

  test.each(['failed', 'cancelled'] as const)(
    '%s: nothing is credited, and the order can be paid again',
    async (status) => {
      const { refid, number } = await redirectToBank(backend);
      const answer = await postReturn(backend, backend.fpx.sign(number, status));
      expect(answer.body).toEqual({ refid, resultRoute: '/bankResultFPX', status });
      const result = await succeed(backend, calls['payment.result'], { refid });
      expect(result).toMatchObject({ status, canTryAgain: true });
      await expectCredits(0);
    },
  );

  test('pending stays pending until the bank reports an outcome', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'pending');
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    expect(await statusOf(backend, refid)).toBe('pending');
    await sandboxControl(backend, 'clock', { advance: 'PT2H' });
    expect(await statusOf(backend, refid)).toBe('pending');
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
  });

  const forgeries = {
    unsigned: (number: string) => ({ ...backend.fpx.sign(number, 'successful'), signature: '' }),
    'with another status': (number: string) => ({ ...backend.fpx.sign(number, 'failed'), status: 'successful' }),
    'with another amount under its signature': (number: string) => backend.fpx.sign(number, 'successful', 1),
    'with another amount': (number: string) => ({ ...backend.fpx.sign(number, 'successful'), amount: '1' }),
  };
  test.each(Object.entries(forgeries))(
    'row 4: a return %s is not trusted: the bank knows no payment',
    async (_name, forge) => {
      const { refid, number } = await redirectToBank(backend);
      const answer = await postReturn(backend, forge(number));
      expect(answer.body).toMatchObject({ refid, status: 'pending' });
      await expectCredits(0);
    },
  );

  const { 'with another amount under its signature': _signed, ...unsigned } = forgeries;
  test.each(Object.entries(unsigned))('row 4: a callback %s is ignored', async (_name, forge) => {
    const { refid, number } = await redirectToBank(backend);
    const answer = await postCallback(backend, forge(number));
    expect(answer.statusCode).toBe(403);
    expect(await statusOf(backend, refid)).toBe('pending');
    await expectCredits(0);
  });

  test('row 5: a signed return with another payment’s number changes neither', async () => {
    const old = await redirectToBank(backend);
    backend.fpx.setStatus(old.number, 'successful');
    await postReturn(backend, backend.fpx.sign(old.number, 'successful'));
    const fresh = await redirectToBank(backend);
    await postReturn(backend, { ...backend.fpx.sign(old.number, 'successful'), number: fresh.number });
    expect(await statusOf(backend, fresh.refid)).toBe('failed');
    await expectCredits(1);
  });

  test('a return of another gateway, or without a number, finds no payment', async () => {
    const { number } = await redirectToBank(backend);
    const wrongRoute = { route: '/bankResultMBB', fields: backend.fpx.sign(number, 'successful') } as const;
    expect(await errorCodeOf(backend, calls['payment.return'], wrongRoute)).toBe('unknown-payment');
    expect((await postReturn(backend, {})).code).toBe('unknown-payment');
  });
});

describe('time', () => {
  test('row 38: an unpaid order expires at its deadline', async () => {
    const refid = await createPayment(backend);
    await sandboxControl(backend, 'clock', { advance: 'PT15M' });
    expect(await statusOf(backend, refid)).toBe('expired');
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('payment-ended');
  });

  test('one whose payer never returned from the bank expires too', async () => {
    const { refid } = await redirectToBank(backend);
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await statusOf(backend, refid)).toBe('expired');
  });

  test('one that was paid at the last moment is enquired before it expires', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
  });

  test('a pending one does not expire', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'pending');
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    await sandboxControl(backend, 'clock', { advance: 'PT1H' });
    expect(await statusOf(backend, refid)).toBe('pending');
    backend.fpx.setStatus(number, 'failed');
    await sandboxControl(backend, 'clock', { advance: 'PT6H' });
    const result = await succeed(backend, calls['payment.result'], { refid });
    expect(result).toMatchObject({ status: 'failed', canTryAgain: false });
  });

  describe('a barcode', () => {
    const counterRequest = (refid: string) => ({
      refid,
      shownAmount: 13_878,
      paymentRequest: { selectedPaymentMethod: 'counter' as const, userEmailAddress: 'payer@example.com' },
    });
    async function showBarcode() {
      const refid = await createPayment(backend);
      const { onward } = await succeed(backend, calls['payment.init'], counterRequest(refid));
      if (onward?.kind !== 'barcode') throw new Error('no barcode');
      return { refid, number: onward.text };
    }

    test('does not expire with the page, but at its own expiry', async () => {
      const { refid } = await showBarcode();
      await sandboxControl(backend, 'clock', { advance: 'PT1H' });
      expect(await statusOf(backend, refid)).toBe('pending');
      expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ state: 'open' });
    });

    test('paid without a callback is found within half an hour', async () => {
      const { refid, number } = await showBarcode();
      await sandboxControl(backend, 'clock', { advance: 'PT2H' });
      backend.counter.setStatus(number, 'successful');
      await sandboxControl(backend, 'clock', { advance: 'PT31M' });
      await expectCredits(1);
      const { attempts } = await sandboxControl(backend, `payments/${refid}`);
      expect(attempts).toMatchObject([{ state: 'successful' }]);
    });

    test('whose network is unreachable at its expiry waits until it can be enquired', async () => {
      const { refid, number } = await showBarcode();
      backend.counter.isReachable = false;
      await sandboxControl(backend, 'clock', { advance: 'PT19H' });
      expect(await statusOf(backend, refid)).toBe('pending');
      backend.counter.isReachable = true;
      backend.counter.setStatus(number, 'successful');
      await sandboxControl(backend, 'clock', { advance: 'PT6H' });
      expect(await statusOf(backend, refid)).toBe('successful');
      await expectCredits(1);
    });
  });

  describe('corporate approval', () => {
    async function awaitApproval() {
      const { refid, number } = await redirectToBank(backend);
      backend.fpx.setStatus(number, 'pending-approval');
      await postReturn(backend, backend.fpx.sign(number, 'pending-approval'));
      return { refid, number };
    }

    test('waits five days, then it is cancelled', async () => {
      const { refid } = await awaitApproval();
      const { approvalDeadline, serverTime } = await succeed(backend, calls['payment.result'], { refid });
      const days = (Date.parse(approvalDeadline ?? '') - Date.parse(serverTime)) / 86_400_000;
      expect(days).toBeCloseTo(5, 3);
      await sandboxControl(backend, 'clock', { advance: 'P4DT23H' });
      expect(await statusOf(backend, refid)).toBe('pending-approval');
      await sandboxControl(backend, 'clock', { advance: 'PT1H1M' });
      expect(await statusOf(backend, refid)).toBe('cancelled');
      await expectCredits(0);
    });

    // The five days are those of the approval (specification, section 9), however often the bank changes what it says.
    test('waits five days from the first time, also if the bank says pending meanwhile', async () => {
      const { refid, number } = await awaitApproval();
      const first = (await succeed(backend, calls['payment.result'], { refid })).approvalDeadline;
      for (const status of ['pending', 'pending-approval', 'pending', 'pending-approval'] as const) {
        await sandboxControl(backend, 'clock', { advance: 'P1D' });
        backend.fpx.setStatus(number, status);
        await postCallback(backend, backend.fpx.sign(number, status));
        expect(await statusOf(backend, refid)).toBe(status);
      }
      expect((await succeed(backend, calls['payment.result'], { refid })).approvalDeadline).toBe(first);
      await sandboxControl(backend, 'clock', { advance: 'PT23H' });
      expect(await statusOf(backend, refid)).toBe('pending-approval');
      await sandboxControl(backend, 'clock', { advance: 'PT1H1M' });
      expect(await statusOf(backend, refid)).toBe('cancelled');
      await expectCredits(0);
    });

    test('that is asked for again after the five days is cancelled', async () => {
      const { refid, number } = await awaitApproval();
      backend.fpx.setStatus(number, 'pending');
      await postCallback(backend, backend.fpx.sign(number, 'pending'));
      await sandboxControl(backend, 'clock', { advance: 'P6D' });
      expect(await statusOf(backend, refid)).toBe('pending');
      backend.fpx.setStatus(number, 'pending-approval');
      await postCallback(backend, backend.fpx.sign(number, 'pending-approval'));
      await sandboxControl(backend, 'clock', { advance: 'PT1M' });
      expect(await statusOf(backend, refid)).toBe('cancelled');
      await expectCredits(0);
    });

    test('in time completes the payment', async () => {
      const { refid, number } = await awaitApproval();
      await sandboxControl(backend, 'clock', { advance: 'P2D' });
      backend.fpx.setStatus(number, 'successful');
      await postCallback(backend, backend.fpx.sign(number, 'successful'));
      expect(await statusOf(backend, refid)).toBe('successful');
      await expectCredits(1);
    });

    test('at the last moment without a callback is found before the cancellation', async () => {
      const { refid, number } = await awaitApproval();
      backend.fpx.setStatus(number, 'successful');
      await sandboxControl(backend, 'clock', { advance: 'P6D' });
      expect(await statusOf(backend, refid)).toBe('successful');
      await expectCredits(1);
    });
  });
});

describe('money that cannot be applied', () => {
  test('row 7: after a cancellation goes to review, once, and is shown as review', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect(await statusOf(backend, refid)).toBe('review');
    const { reviews } = await sandboxControl(backend, `payments/${refid}`);
    expect(reviews).toMatchObject([{ reason: 'attempt-ended', amount: 13_878 }]);
    await expectCredits(0);
  });

  test('of a superseded attempt after another one paid: goes to review, and the credit stays', async () => {
    const first = await redirectToBank(backend);
    const second = await redirectToBank(backend, first.refid, 'PBB0233');
    backend.fpx.setStatus(second.number, 'successful');
    await postReturn(backend, backend.fpx.sign(second.number, 'successful'));
    backend.fpx.setStatus(first.number, 'successful');
    await postCallback(backend, backend.fpx.sign(first.number, 'successful'));
    expect(await statusOf(backend, first.refid)).toBe('successful');
    const { reviews } = await sandboxControl(backend, `payments/${first.refid}`);
    expect(reviews).toMatchObject([{ reason: 'attempt-ended', amount: 13_878 }]);
    await expectCredits(1);
  });

  test('of another amount, reported by the bank', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful', 1);
    await statusOf(backend, refid);
    const { reviews } = await sandboxControl(backend, `payments/${refid}`);
    expect(reviews).toMatchObject([{ reason: 'amount-differs', amount: 1 }]);
    await expectCredits(0);
  });
});

describe('a result opened directly', () => {
  test('has no outcome for a payment without attempts', async () => {
    const refid = await createPayment(backend);
    for (const name of ['payment.result', 'payment.processed', 'payment.blacklisted'] as const) {
      expect(await succeed(backend, calls[name], { refid })).toMatchObject({ status: 'session-expired' });
    }
  });

  test('returns processed for a pending payment', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'pending');
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    expect(await succeed(backend, calls['payment.processed'], { refid })).toMatchObject({ status: 'processed' });
    expect(await succeed(backend, calls['payment.blacklisted'], { refid })).toMatchObject({ status: 'pending' });
  });

  test.each(['successful', 'failed'] as const)('and not once it is %s', async (status) => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, status);
    await postReturn(backend, backend.fpx.sign(number, status));
    expect(await succeed(backend, calls['payment.processed'], { refid })).toMatchObject({ status });
  });

  test('links to the payment page while the payment can be retried or continued', async () => {
    const ways = async (refid: string) => {
      const { canTryAgain, canContinue } = await succeed(backend, calls['payment.result'], { refid });
      return { canTryAgain, canContinue };
    };
    const fresh = await createPayment(backend);
    expect(await ways(fresh)).toEqual({ canTryAgain: true, canContinue: false });
    const { refid, number } = await redirectToBank(backend);
    expect(await ways(refid)).toEqual({ canTryAgain: false, canContinue: true });
    backend.fpx.setStatus(number, 'pending');
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    expect(await ways(refid)).toEqual({ canTryAgain: false, canContinue: false });
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await ways(fresh)).toEqual({ canTryAgain: false, canContinue: false });
  });
});
