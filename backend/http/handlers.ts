import { calls, type CallName } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import { readAutoDebitInfo } from '../auto-debit/info';
import {
  linkAutoDebit,
  remindOfAutoDebit,
  sendAutoDebitOtp,
  takeAutoDebitCard,
  verifyAutoDebitOtp,
} from '../auto-debit/service';
import { createTransaction, openBillLink, readBill } from '../bills/service';
import { deleteCard, listCards } from '../cards/service';
import { signerOf } from '../partners/authentication';
import { createBillLink } from '../partners/links';
import { cancelOrder, createPartnerOrder, readOrder } from '../partners/orders';
import { readPartner, readTheme } from '../partners/service';
import { cancelMobilePayment, sendTac, verifyTac } from '../pay-by-mobile/service';
import { initiatePayment } from '../payments/initiate';
import { cancelPayment } from '../payments/cancel';
import { readCustomer, readPage } from '../payments/page';
import { readBlacklisted, readProcessed, readResult } from '../payments/result';
import { handleReturn } from '../payments/returns';
import type { InitRequest } from '../payments/choice';
import type { Services } from '../services';
import { answerCall, type CallRoute } from './call-route';

/**
 * What a payer has asked for: two taps on one form are the same request, though each post encrypts card data anew, whatever work was done
 * for them, and though a phone has changed from one network to another between them.
 */
function askedOf({
  paymentRequest,
  proofOfWork: _proof,
  payerAddress: _address,
  language: _,
  ...request
}: InitRequest) {
  const { cardDetails: _card, cardDetailsEPP: _instalmentCard, savedCardCvv: _cvv, ...choices } = paymentRequest;
  return { ...request, paymentRequest: choices };
}

/** What answers each call of the contract. */
export function createHandlers(services: Services) {
  return {
    'config.get': answerCall(calls['config.get'], async () => success(await services.config.readWire())),
    'theme.get': answerCall(calls['theme.get'], (request) => readTheme(services, request)),
    'partner.get': answerCall(calls['partner.get'], (request) => readPartner(services, request)),
    'order.create': answerCall(calls['order.create'], (request, caller) =>
      createPartnerOrder(services, signerOf(caller), request),
    ),
    'order.get': answerCall(calls['order.get'], (request, caller) => readOrder(services, signerOf(caller), request)),
    'order.cancel': answerCall(calls['order.cancel'], (request, caller) =>
      cancelOrder(services, signerOf(caller), request),
    ),
    'link.create': answerCall(calls['link.create'], (request, caller) =>
      createBillLink(services, signerOf(caller), request),
    ),
    'bill.get': answerCall(calls['bill.get'], (request) => readBill(services, request)),
    'transaction.create': answerCall(calls['transaction.create'], (request) => createTransaction(services, request)),
    'bill.link': answerCall(calls['bill.link'], (request) => openBillLink(services, request)),
    'payment.page': answerCall(calls['payment.page'], (request) => readPage(services, request)),
    'payment.customer': answerCall(calls['payment.customer'], (request) => readCustomer(services, request)),
    'payment.init': answerCall(calls['payment.init'], (request) => initiatePayment(services, request), askedOf),
    'payment.return': answerCall(calls['payment.return'], (request) => handleReturn(services, request)),
    'payment.result': answerCall(calls['payment.result'], (request) => readResult(services, request)),
    'payment.cancel': answerCall(calls['payment.cancel'], ({ refid }) => cancelPayment(services, refid)),
    'payment.processed': answerCall(calls['payment.processed'], (request) => readProcessed(services, request)),
    'payment.blacklisted': answerCall(calls['payment.blacklisted'], (request) => readBlacklisted(services, request)),
    'card.list': answerCall(calls['card.list'], (request) => listCards(services, request)),
    'card.delete': answerCall(calls['card.delete'], (request) => deleteCard(services, request)),
    'dcb.sendTac': answerCall(calls['dcb.sendTac'], (request) => sendTac(services, request)),
    'dcb.verifyTac': answerCall(calls['dcb.verifyTac'], (request) => verifyTac(services, request)),
    'dcb.cancel': answerCall(calls['dcb.cancel'], ({ refid }) => cancelMobilePayment(services, refid)),
    'autodebit.info': answerCall(calls['autodebit.info'], (request) => readAutoDebitInfo(services, request)),
    'autodebit.sendOtp': answerCall(calls['autodebit.sendOtp'], (request) => sendAutoDebitOtp(services, request)),
    'autodebit.verifyOtp': answerCall(calls['autodebit.verifyOtp'], (request) => verifyAutoDebitOtp(services, request)),
    'autodebit.link': answerCall(calls['autodebit.link'], (request) => linkAutoDebit(services, request)),
    'autodebit.card': answerCall(
      calls['autodebit.card'],
      (request) => takeAutoDebitCard(services, request),
      // Each post encrypts the card anew: see above.
      ({ refid }) => ({ refid }),
    ),
    'autodebit.remind': answerCall(calls['autodebit.remind'], (request) => remindOfAutoDebit(services, request)),
  } as const satisfies Record<CallName, CallRoute>;
}
