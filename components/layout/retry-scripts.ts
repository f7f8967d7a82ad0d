/**
 * The source of an inline script that requests a script of the page again whose request failed: after 1 s, and 1 s later each further time. Until then
 * the page stays as the server rendered it, and works without scripts. Next's loader would request it once more, at once, and then replace the whole
 * page by an error (decision 31). It sets `onerror` on the scripts that it inserts itself (`import()`), whose failures the product handles.
 */
export const retryScripts = `{let wait=0;addEventListener('error',e=>{
const s=e.target,src=s.getAttribute?.('src');
if(!src?.startsWith('/_next/')||s.onerror)return;
e.stopImmediatePropagation();
setTimeout(()=>{const t=document.createElement('script');t.setAttribute('src',src);document.head.append(t)},wait+=1e3)
},true)}`;
