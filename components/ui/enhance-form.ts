import { formFailed, formSending, tellFormNews } from './form-news';
import { findSummary, focusProblem, readShownErrors, showFieldError, showSummary } from './form-problems';
import { listProblems } from './form-state';
import { sendForm, sendTimeLimit, type AskedWork, type Sent } from './send-form';

/** Words by field name; a field that is right has none. */
type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** The part of react-hook-form's `createFormControl` that is used. The form library belongs to the rooms above this one. */
export interface FormControl {
  register(name: string): {
    onChange(event: { target: unknown; type: string }): Promise<unknown>;
    onBlur(event: { target: unknown; type: string }): Promise<unknown>;
    ref(element: unknown): void;
  };
  handleSubmit(onValid: () => unknown, onInvalid: () => unknown): () => Promise<unknown>;
  setError(name: string, error: { type: string; message: string }): void;
  subscribe(payload: {
    formState: { errors: true };
    callback: (state: { errors?: Partial<Record<string, { message?: unknown }>> }) => void;
  }): () => void;
}

export interface FormEnhancement {
  /** Made with `mode: 'onTouched'`, `shouldFocusError: false` and the resolver of `makeResolver`. */
  readonly control: FormControl;
  /** Fields in the order of the page. */
  readonly order: readonly string[];
  /** What to say when there is no answer. `timeout` has `{ms}` in it. */
  readonly words: Readonly<Record<'network' | 'aborted' | 'timeout' | 'no-answer', string>>;
  /** Changes the fields before they are sent, for instance puts ciphertext in the place of a card. */
  readonly prepare?: (fields: URLSearchParams) => Promise<URLSearchParams> | URLSearchParams;
  readonly onSending?: () => void;
  /** Goes on to a path of ours; the whole page changes unless this is given. */
  readonly onAccepted?: (next: string) => void;
  /** Told the words that the form as a whole, or else its first field, now says. */
  readonly onRefused?: (message: string) => void;
}

/** Reads the fields of a form as the browser would send them. */
export function readFields(form: HTMLFormElement, submitter: HTMLElement | null = null): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') fields.append(name, value);
  return fields;
}

/** Makes the form library's resolver out of a rule that takes a form's fields and gives the words beside those that are wrong. */
export function makeResolver(form: HTMLFormElement, judge: (fields: Record<string, string>) => FieldErrors) {
  return () => {
    const values = Object.fromEntries(readFields(form));
    const wrong = Object.entries(judge(values)).flatMap(([name, message]) =>
      message === undefined ? [] : [[name, { type: 'rule', message }] as const],
    );
    return wrong.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(wrong) };
  };
}

/**
 * Takes a form over: fields are judged when they are left and again while they are mended, and the form is sent without leaving the
 * page. What comes back is shown as the server would have rendered it, and what was typed stays. Gives what undoes it.
 */
export function enhanceForm(form: HTMLFormElement, enhancement: FormEnhancement): () => void {
  const { control, order, words } = enhancement;
  const undoing = new AbortController();
  const { signal } = undoing;
  const afterPress = watchPresses(signal);
  let shown: FieldErrors = {};
  let isBusy = false;
  let sendings = 0;

  /** Judges a field once it is seen; whatever is sent before that is judged as a whole. */
  function judgeSoon(judge: () => unknown): void {
    const sent = sendings;
    afterPaint(() => sendings === sent && judge());
  }

  const keepTicks = rememberTicks(form);
  for (const element of form.elements) {
    if (!isTyped(element)) continue;
    const field = control.register(element.name);
    field.ref(element);
    const change = () => field.onChange({ target: element, type: 'change' });
    element.addEventListener('input', () => judgeSoon(change), { signal });
    // An empty field that is only passed through is not wrong yet.
    const leave = () => element.value !== '' && field.onBlur({ target: element, type: 'blur' });
    element.addEventListener('blur', () => afterPress(() => judgeSoon(leave)), { signal });
  }
  keepTicks();

  const unsubscribe = control.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) => {
      const wrong: Record<string, string> = {};
      for (const [name, error] of Object.entries(errors)) {
        if (typeof error?.message === 'string') wrong[name] = error.message;
      }
      for (const name of new Set([...Object.keys(shown), ...Object.keys(wrong)]))
        showFieldError(form, name, wrong[name]);
      shown = wrong;
      if (findSummary(form)?.hidden === false) showSummary(form, problems(), null);
    },
  });

  const problems = () => listProblems({ fieldErrors: shown }, order);
  // What the server has said beside the fields is taken up, so that it goes away when it is mended.
  for (const [name, message] of readShownErrors(form)) control.setError(name, { type: 'server', message });

  function refuse(formError: string | null) {
    showSummary(form, problems(), formError);
    const [first] = problems();
    focusProblem(form, first?.fieldId);
    enhancement.onRefused?.(formError ?? first?.message ?? '');
  }

  function setBusy(busy: boolean, button: HTMLElement | null) {
    isBusy = busy;
    if (busy) button?.setAttribute('aria-busy', 'true');
    else for (const waiting of form.querySelectorAll('[aria-busy]')) waiting.removeAttribute('aria-busy');
  }

  async function send(submitter: HTMLElement | null) {
    setBusy(true, findSeenButton(form, submitter));
    enhancement.onSending?.();
    tellFormNews(form, formSending);
    showSummary(form, [], null);
    const fields = readFields(form, submitter);
    const prepared = (await enhancement.prepare?.(fields)) ?? fields;
    const first = await sendForm(form.action, prepared);
    const sent =
      first.kind === 'refused' && first.work !== null ? await sendWithProof(prepared, first, first.work) : first;
    if (sent.kind === 'accepted') return (enhancement.onAccepted ?? goTo)(sent.next);
    setBusy(false, null);
    if (sent.kind === 'failed') {
      tellFormNews(form, formFailed, sayFailure(sent.reason));
      return refuse(sayFailure(sent.reason));
    }
    if (sent.isFinal) renewKey(form);
    else tellFormNews(form, formFailed, sent.formError ?? '');
    for (const [name, message] of Object.entries(sent.fieldErrors)) control.setError(name, { type: 'server', message });
    refuse(sent.formError);
  }

  /** Does the work that the server asks for, and sends the form again with its proof. Where it cannot be done the refusal stands. */
  async function sendWithProof(fields: URLSearchParams, refused: Sent, asked: AskedWork): Promise<Sent> {
    const work = await import('./do-work').catch(() => null);
    if (work === null) return refused;
    const { doWork, sayWorking } = work;
    const stopSaying = sayWorking(form, asked.says);
    const proof = await doWork(asked.challenge);
    stopSaying();
    if (proof === null) return refused;
    fields.set('captchaResponse', proof);
    return sendForm(form.action, fields);
  }

  function sayFailure(reason: Extract<Sent, { kind: 'failed' }>['reason']): string {
    return words[reason].replace('{ms}', String(sendTimeLimit));
  }

  function submit(event: SubmitEvent) {
    // A button that leads elsewhere goes the browser's own way.
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    if (isBusy) return;
    sendings += 1;
    void judgeAndSend(event.submitter);
  }

  async function judgeAndSend(submitter: HTMLElement | null) {
    let isRight = false;
    await control.handleSubmit(
      () => (isRight = true),
      () => undefined,
    )();
    if (!isRight) return refuse(null);
    try {
      await send(submitter);
    } catch (error) {
      // Whatever went wrong, the form can be sent again, and nothing that was typed is lost.
      setBusy(false, null);
      tellFormNews(form, formFailed, words['no-answer']);
      refuse(words['no-answer']);
      reportError(error);
    }
  }

  form.addEventListener('submit', submit, { signal });
  // A page that the back button brings back as it was left must not look as if it were still sending.
  window.addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false, null), { signal });
  return () => {
    undoing.abort();
    unsubscribe();
  };
}

/**
 * Gives a function that does something once no finger or button is down. A field that is left by pressing another control is judged
 * after that: its message would move the control from under the finger, and the press would be lost.
 */
function watchPresses(signal: AbortSignal): (work: () => void) => void {
  let isPressed = false;
  let waiting: (() => void)[] = [];
  function release() {
    isPressed = false;
    const works = waiting;
    waiting = [];
    // The click comes after the release.
    setTimeout(() => works.forEach((work) => work()));
  }
  window.addEventListener('pointerdown', () => (isPressed = true), { signal, capture: true });
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { signal, capture: true });
  return (work) => {
    if (isPressed) waiting.push(work);
    else work();
  };
}

/** Does something once what was typed or chosen is seen: a slow processor must not judge a form before it answers a finger. */
function afterPaint(work: () => unknown): void {
  requestAnimationFrame(() => setTimeout(work));
}

function isTyped(element: Element): element is HTMLInputElement | HTMLSelectElement {
  if (element instanceof HTMLSelectElement) return element.name !== '';
  return element instanceof HTMLInputElement && element.name !== '' && element.type !== 'hidden';
}

/** The form library empties a group of radio buttons when it meets the second one; what the payer has ticked by then must stay. */
function rememberTicks(form: HTMLFormElement): () => void {
  const ticked = form.querySelectorAll<HTMLInputElement>('input:checked');
  return () => ticked.forEach((input) => (input.checked = true));
}

/** On Enter a browser names the form's first button, which may be out of sight. */
function findSeenButton(form: HTMLFormElement, submitter: HTMLElement | null): HTMLElement | null {
  const isSeen = submitter !== null && !submitter.hasAttribute('aria-hidden');
  return isSeen ? submitter : form.querySelector('button[type="submit"]:not([formaction], [aria-hidden])');
}

function goTo(next: string): void {
  window.location.assign(next);
}

/** After a refusal the next sending is another act, so it needs a key of its own. */
function renewKey(form: HTMLFormElement): void {
  const key = form.elements.namedItem('idempotencyKey');
  if (key instanceof HTMLInputElement) key.value = crypto.randomUUID();
}
