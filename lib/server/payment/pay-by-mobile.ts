import 'server-only';
import { failure, success, type Result } from '@/lib/domain/result';
import { payByMobilePath } from '@/lib/routes';
import { backendFailed, type FormRefusal, type FormSuccess } from '../forms/form-pipeline';
import type { FormFields } from '../forms/form-request';
import { loadNextStepUrl } from './next-step-url';

/** Returns the URL of the page with the pay-by-mobile forms. */
export function getPayByMobileUrl(fields: FormFields): string {
  return payByMobilePath(fields['refid'] ?? '');
}

/** Responds to a request that came too late, or whose response from the backend was lost, with the current step of the payment. */
export async function redirectToCurrentStep(refid: string): Promise<Result<FormSuccess, FormRefusal>> {
  const next = await loadNextStepUrl(refid);
  return next === null || next === payByMobilePath(refid) ? failure(backendFailed()) : success({ next });
}
