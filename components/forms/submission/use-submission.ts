'use client';

import { useTranslations } from 'next-intl';
import { use, useCallback, useEffect, useRef, useState, type FormEvent, type SubmitEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormEventListenerContext } from './form-event-listener';
import { submissionTimeout } from './submission-timeout';
import type { SubmissionFailure } from './submit-form';

/** The form is invalid, was rejected, or got no response. */
export interface SubmissionError {
  /** The first field in error, null when the form as a whole is. */
  readonly field: string | null;
  /** The form's message, else the field's; empty when the form was not sent. */
  readonly message: string;
  /** The form was sent and its outcome is unknown. */
  readonly isUnknown: boolean;
}

/** Callbacks of a form's submission. */
export interface SubmissionEvents {
  /** Changes the fields before they are sent, for example encrypts a card. */
  readonly prepare?: (fields: URLSearchParams) => Promise<URLSearchParams>;
  /** Sends the valid form with the prepared fields in place of a request of ours: the page leaves. */
  readonly post?: (form: HTMLFormElement, fields: URLSearchParams) => void;
  /** The form is valid and is being sent. */
  readonly onStart?: () => void;
  /** The proof of work is solved. */
  readonly onProofOfWork?: (solution: string) => void;
  readonly onError?: (error: SubmissionError) => void;
  /** Handles the next path of the site; by default it is loaded. */
  readonly onAccepted?: (next: string) => void;
}

interface SubmissionOptions extends SubmissionEvents {
  readonly form: UseFormReturn;
  readonly action: string;
  readonly idempotencyKey: string | undefined;
  readonly isAborted: boolean;
}

export interface Submission {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** A field was edited: a submission under way with other values is aborted, and one whose response was lost is not repeated. */
  readonly onEdit: (event: FormEvent<HTMLFormElement>) => void;
  /** The form is being sent or the next page is loading. */
  readonly isBusy: boolean;
  /** The message to show while the form is being sent; may be empty. */
  readonly status: string;
  /** Counts invalid and rejected submissions: with each the error summary takes the focus. */
  readonly failures: number;
  /** Moves the focus to the error summary, for an error that was set outside a submission. */
  readonly focusErrors: () => void;
  /**
   * Submits the form again as it was last submitted, with the same idempotency key, for a response that was lost. Returns false, and does nothing, where that
   * would be another request: the form was edited since, or its submission is to be aborted.
   */
  readonly repeat: () => boolean;
  /** The key of the next submission; undefined for a form without one. */
  readonly idempotencyKey: string | undefined;
}

const failureKeys = {
  network: 'errors.networkError',
  aborted: 'errors.requestAborted',
  timeout: 'errors.timeoutExceeded',
  'no-answer': 'errors.technical',
} as const satisfies Record<SubmissionFailure, string>;

/** The field in which a browser sends a solved proof of work. */
const proofOfWorkField = 'captchaResponse';

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError';

/** Reads a form's fields as the browser submits them. */
function readFields(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') fields.append(name, value);
  return fields;
}

/** Reads what a form's fields say, without the separators of formatted fields: the formatting is loaded, and may change them, later. */
function readContent(form: HTMLFormElement): string {
  return [...readFields(form, null)].map(([name, value]) => `${name}=${value.replace(/[\s/,-]/g, '')}`).join('\n');
}

/**
 * Submits a form by `fetch`: the same fields to the same URL as without scripts, with the same messages. One request at a time, with a
 * timeout of 40 s and one idempotency key until the server has decided. After an error the input is kept and the form can be submitted
 * again. Editing a field, `isAborted` or posting another form of the page aborts a submission under way. Specification, sections 7 and 8.
 */
export function useSubmission(options: SubmissionOptions): Submission {
  const { form, action, isAborted } = options;
  const t = useTranslations();
  const listener = use(FormEventListenerContext);
  const isSubmitting = useRef(false);
  /** Aborts the submission under way, from the press of the button to the response. */
  const request = useRef<AbortController>(null);
  /** The submission under way, else the last one, whose outcome may be unknown; null once it was edited. */
  const last = useRef<{
    readonly form: HTMLFormElement;
    readonly submitter: HTMLElement | null;
    readonly content: string;
  }>(null);
  /** The payer does something else, which aborts the request: the focus stays there. */
  const keepsFocus = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [status, setStatus] = useState('');
  const [failures, setFailures] = useState(0);
  const [idempotencyKey, setIdempotencyKey] = useState(options.idempotencyKey);

  function setBusy(busy: boolean) {
    isSubmitting.current = busy;
    setIsBusy(busy);
  }

  // A page restored from the back/forward cache is not submitting any more.
  useEffect(() => {
    function stopWhenRestored(event: PageTransitionEvent) {
      if (!event.persisted) return;
      isSubmitting.current = false;
      setIsBusy(false);
    }
    window.addEventListener('pageshow', stopWhenRestored);
    return () => window.removeEventListener('pageshow', stopWhenRestored);
  }, []);

  useEffect(() => {
    if (!isAborted || request.current === null) return;
    keepsFocus.current = true;
    request.current.abort();
  }, [isAborted]);

  // Another form of the page is posted, and the document leaves: the payer has given this request up.
  useEffect(() => {
    const abortWhenLeaving = (event: Event) => {
      if (!event.defaultPrevented) request.current?.abort();
    };
    window.addEventListener('submit', abortWhenLeaving);
    return () => window.removeEventListener('submit', abortWhenLeaving);
  }, []);

  /** The form can be submitted again, and the error summary takes the focus. */
  function stop(error: SubmissionError) {
    request.current = null;
    setBusy(false);
    setStatus('');
    if (!keepsFocus.current) setFailures((count) => count + 1);
    keepsFocus.current = false;
    options.onError?.(error);
  }

  function reject(fieldErrors: Readonly<Record<string, string>>, formError: string | null, isUnknown: boolean) {
    for (const [name, message] of Object.entries(fieldErrors)) form.setError(name, { type: 'server', message });
    if (formError !== null) {
      form.setError('root.server', { type: isUnknown ? 'unknown' : 'server', message: formError });
    }
    const [field = null, message = ''] = Object.entries(fieldErrors)[0] ?? [];
    stop({ field: formError === null ? field : null, message: formError ?? message, isUnknown });
  }

  function fail(reason: SubmissionFailure, isUnknown = true) {
    const message = t(failureKeys[reason], { ms: String(submissionTimeout) });
    listener.onSubmissionFailed({ action, message });
    form.setError('root.server', { type: isUnknown || navigator.onLine ? reason : 'offline', message });
    stop({ field: null, message, isUnknown });
  }

  async function submit(element: HTMLFormElement, fields: URLSearchParams, abort: AbortController) {
    options.onStart?.();
    const prepared = (await options.prepare?.(fields)) ?? fields;
    if (abort.signal.aborted) return;
    if (options.post) {
      request.current = null;
      return options.post(element, prepared);
    }
    const loaded = await import('./submit-form').catch(() => null);
    if (abort.signal.aborted) return;
    // Nothing was sent.
    if (loaded === null) return fail('network', false);
    // A request that fails then was not sent.
    const wasOnline = navigator.onLine;
    const submitted = await loaded.submitWithProofOfWork(action, prepared, {
      abort,
      field: proofOfWorkField,
      onStatus: setStatus,
      onSolved: (solution) => options.onProofOfWork?.(solution),
    });
    if (abort.signal.aborted) return;
    request.current = null;
    switch (submitted.kind) {
      case 'accepted':
        return options.onAccepted === undefined
          ? window.location.assign(submitted.next)
          : options.onAccepted(submitted.next);
      case 'failed':
        return fail(submitted.reason, wasOnline);
      case 'rejected': {
        const { fieldErrors, formError, isFinal, isUnknown } = submitted;
        if (isFinal) setIdempotencyKey((key) => (key === undefined ? key : crypto.randomUUID()));
        else listener.onSubmissionFailed({ action, message: formError ?? '' });
        return reject(fieldErrors, formError, isUnknown);
      }
    }
  }

  async function validateAndSubmit(element: HTMLFormElement, submitter: HTMLElement | null) {
    // Before the validation, whose code may have to be loaded: the press is seen, and what is said is not of the last one.
    setBusy(true);
    form.clearErrors('root');
    keepsFocus.current = false;
    const abort = new AbortController();
    request.current = abort;
    last.current = { form: element, submitter, content: readContent(element) };
    let isValidated = false;
    // From here on the form can be submitted again: what is still awaited of this submission is ignored.
    abort.signal.addEventListener('abort', () => {
      if (isValidated) return fail(isTimeout(abort.signal.reason) ? 'timeout' : 'aborted');
      request.current = null;
      setBusy(false);
    });
    try {
      await form.handleSubmit(
        () => {
          isValidated = true;
          if (!abort.signal.aborted) return submit(element, readFields(element, submitter), abort);
          // Nothing was sent, so no request has failed. A later press says what becomes of it.
          if (request.current === null) reject({}, t(failureKeys.aborted), false);
        },
        (errors) => {
          if (!abort.signal.aborted) stop({ field: Object.keys(errors)[0] ?? null, message: '', isUnknown: false });
        },
      )();
    } catch (error) {
      if (!abort.signal.aborted) fail('no-answer');
      reportError(error);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent;
    // The browser submits a button with its own `formaction`.
    if (submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    if (!isSubmitting.current) void validateAndSubmit(event.currentTarget, submitter);
  }

  function onEdit(event: FormEvent<HTMLFormElement>) {
    if (last.current === null || readContent(event.currentTarget) === last.current.content) return;
    // What is sent next is another request.
    last.current = null;
    setIdempotencyKey((key) => (key === undefined ? key : crypto.randomUUID()));
    if (request.current === null) return;
    keepsFocus.current = true;
    request.current.abort();
  }

  const focusErrors = useCallback(() => setFailures((count) => count + 1), []);

  const repeat = useCallback(() => {
    if (last.current === null || isAborted) return false;
    last.current.form.requestSubmit(last.current.submitter);
    return true;
  }, [isAborted]);

  return { onSubmit, onEdit, isBusy, status, failures, focusErrors, repeat, idempotencyKey };
}
