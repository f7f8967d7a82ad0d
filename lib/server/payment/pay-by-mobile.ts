import 'server-only';
import { failure, success, type Result } from '@/lib/domain/result';
import { payByMobilePath } from '@/lib/routes';
import { backendFailed, type FormRefusal, type FormSuccess } from '../forms/form-pipeline';
import type { FormFields } from '../forms/form-request';
import { loadPayment } from './load-payment';
import { loadNextStepUrl } from './next-step-url';
import { getTargetName } from './unavailable-method';

/** Returns the URL of the page with the pay-by-mobile forms. */
export function getPayByMobileUrl(fields: FormFields): string {
  return payByMobilePath(fields['refid'] ?? '');
}

/** Responds to a request that came too late, or whose response from the backend was lost, with the current step of the payment. */
export async function redirectToCurrentStep(refid: string): Promise<Result<FormSuccess, FormRefusal>> {
  const next = await loadNextStepUrl(refid);
  return next === null || next === payByMobilePath(refid) ? failure(backendFailed()) : success({ next });
}

/** The refusal of a well-formed number by the carrier of the current attempt, which the message names. */
export async function refuseNumber(refid: string): Promise<FormRefusal> {
  const loaded = await loadPayment({ refid });
  const nextAction = loaded.ok ? loaded.value.attempt?.nextAction : undefined;
  if (!loaded.ok || nextAction?.kind !== 'tac') {
    return { issues: [{ field: 'mobileNumber', key: 'validation.mobileNumber' }] };
  }
  const carrier = await getTargetName(nextAction.carrier, loaded.value);
  return { issues: [{ field: 'mobileNumber', key: 'errors.mobileNumberRefused', parameters: { carrier } }] };
}
