/*
 * What a form that a script has taken over tells whoever listens further up in the page: that it is being sent, and that its call has
 * failed (not that it was judged wrong), with the words that the payer reads.
 */
export const formSending = 'form-sending';
export const formFailed = 'form-failed';

export function tellFormNews(form: HTMLFormElement, news: typeof formSending | typeof formFailed, words = ''): void {
  form.dispatchEvent(new CustomEvent(news, { bubbles: true, detail: words }));
}
