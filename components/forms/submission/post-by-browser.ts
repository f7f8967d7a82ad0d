/** Lets the browser post a form with `fields` only, in place of what its inputs show. */
export function postByBrowser(form: HTMLFormElement, fields: URLSearchParams): void {
  const replaceFields = ({ formData }: FormDataEvent) => {
    for (const name of [...formData.keys()]) formData.delete(name);
    for (const [name, value] of fields) formData.append(name, value);
  };
  form.addEventListener('formdata', replaceFields, { once: true });
  HTMLFormElement.prototype.submit.call(form);
}
