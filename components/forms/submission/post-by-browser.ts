/** Lets the browser post a form, with `fields` in place of what its inputs show. */
export function postByBrowser(form: HTMLFormElement, fields: URLSearchParams): void {
  const replaceFields = ({ formData }: FormDataEvent) => {
    for (const [name, value] of fields) formData.set(name, value);
  };
  form.addEventListener('formdata', replaceFields, { once: true });
  HTMLFormElement.prototype.submit.call(form);
}
