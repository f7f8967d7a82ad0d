/** The shop's look, light and dark. Lines of colours: the text, then what it is on. */
export const styleSheet = `
:root {
  --text: #12312a; --soft: #3f514b; --green: #0a5c42; --paper: #fff; --back: #f6f4ee;
  --on-main: #fff; --main: #0a5c42;
  --good-text: #08503a; --good: #e2efe8;
  --wait-text: #5c3d00; --wait: #fdf0d3;
  --bad-text: #861a11; --bad: #fbe6e3;
  --code-text: #e6f2ec; --code: #10241e;
  --line: #d5ded9; --edge: #6c7f78; --sun: #f2b84b; --tile: #eaf3ee; --ink: #12312a; --drawn: #0b6e4f;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e8f1ec; --soft: #bccbc4; --green: #8adbb8; --paper: #18241f; --back: #0f1714;
    --on-main: #06251a; --main: #8adbb8;
    --good-text: #a9e8cc; --good: #1c3a2e;
    --wait-text: #ffe0a1; --wait: #3d2f10;
    --bad-text: #ffd0c8; --bad: #4a1d17;
    --code-text: #e6f2ec; --code: #0a110e;
    --line: #33463e; --edge: #8ba097; --tile: #22322b; --ink: #4d6b60; --drawn: #3c9c78;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere; }
header { background: var(--paper); border-bottom: 4px solid var(--drawn); }
header div, main, footer { max-width: 72rem; margin: 0 auto; padding: 0.75rem 1rem; }
header div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; }
header a { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; font-weight: 700; }
header .name { color: var(--text); font-size: 1.25rem; text-decoration: none; }
@media (min-width: 56rem) { header .basket { order: 1; } header p { flex: 1; } }
#basket { scroll-margin-top: 2rem; }
header svg { width: 2rem; height: 2rem; }
header p, footer { margin: 0; color: var(--soft); font-size: 0.9375rem; }
h1 { margin: 0.75rem 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0 0 0.25rem; font-size: 1.125rem; }
h4 { margin: 0 0 0.25rem; font-size: 1.0625rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--green); }
a.act { display: inline-flex; align-items: center; min-height: 2.75rem; }
form { margin: 0; }
.soft { color: var(--soft); }
.shop, .step { display: grid; gap: 1rem; align-items: start; margin: 0 0 1.5rem; }
.goods { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); margin: 0; padding: 0; list-style: none; }
@media (min-width: 56rem) { .shop { grid-template-columns: 2fr 1fr; } .step { grid-template-columns: 2fr 3fr; } }
.card { min-width: 0; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.75rem; }
main > .card { margin-bottom: 1.5rem; }
.goods .card { display: flex; flex-direction: column; }
.goods svg { width: 100%; height: 6.5rem; margin-bottom: 0.75rem; background: var(--tile); border-radius: 0.5rem; }
.goods .price { margin-top: auto; font-size: 1.25rem; font-weight: 700; }
@media (max-width: 39.99rem) {
  .goods { gap: 0.5rem; }
  .goods .card { display: grid; grid-template-columns: 3.5rem 1fr auto; align-items: center; gap: 0 0.625rem; padding: 0.75rem; }
  .goods svg { grid-row: 1 / span 3; width: 3.5rem; height: 3.5rem; margin: 0; }
  .goods :is(h2, p) { grid-column: 2; margin: 0; }
  .goods :is(h2, .price) { font-size: 1.125rem; }
  .goods .soft { font-size: 0.9375rem; }
  .goods button { grid-area: 1 / 3 / span 3; }
  .goods button span { display: none; }
}
.line { display: grid; grid-template-columns: 1fr auto auto; align-items: center; gap: 0.5rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.line.sum { grid-template-columns: 1fr auto; font-size: 1.25rem; font-weight: 700; border: 0; }
label, .line label { font-weight: 700; }
input, select { min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: var(--paper); color: inherit; font: inherit; }
.field input, .field select { display: block; width: 100%; margin-top: 0.25rem; }
.field { margin: 0.75rem 0; }
.line input { width: 3.75rem; }
button, a.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.5rem 1rem; text-align: center; text-decoration: none; border: 1px solid var(--green); border-radius: 0.375rem; background: var(--paper); color: var(--green); font: inherit; font-weight: 700; cursor: pointer; }
button.main, a.main { background: var(--main); border-color: var(--main); color: var(--on-main); }
button:disabled { border-color: var(--line); background: none; color: var(--soft); cursor: not-allowed; }
button:enabled:hover, a.button:hover { text-decoration: underline; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.quiet button, .quiet a.button { border-color: transparent; background: none; font-weight: 400; text-decoration: underline; }
.quiet { margin: 0 -1rem; }
@media (max-width: 39.99rem) { .order .row > *, .order .row button { width: 100%; } }
.lead { font-size: 1.125rem; }
.goods-list .sum { font-size: 1.25rem; }
.goods-list .sum dt { color: inherit; font-weight: 700; }
.orders { margin: 0; padding: 0; list-style: none; }
.orders li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; border-top: 1px solid var(--line); }
.orders a { flex: 1 1 12rem; }
.developers { margin: 2.5rem 0 0; padding: 1.5rem 0 0; border-top: 1px solid var(--line); }
.developers > .card { margin-bottom: 1.5rem; }
.cases { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
.cases li { display: grid; gap: 0.5rem; padding: 0.75rem 0; border-top: 1px solid var(--line); }
@media (min-width: 40rem) { .cases li { grid-template-columns: 1fr auto; align-items: center; } }
.cases p { margin: 0; color: var(--soft); }
dl { margin: 0 0 0.75rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 700; }
.mark { display: inline-block; padding: 0 0.625rem; border-radius: 1rem; background: var(--good); color: var(--good-text); font-weight: 700; }
.mark.bad { background: var(--bad); color: var(--bad-text); }
.mark.wait { background: var(--wait); color: var(--wait-text); }
.note { padding: 0.75rem 1rem; background: var(--wait); color: var(--wait-text); border-left: 0.375rem solid var(--sun); border-radius: 0.375rem; }
summary { min-height: 2.75rem; padding: 0.625rem 0; font-weight: 700; cursor: pointer; }
.code { display: grid; grid-template-columns: 1fr auto; align-items: center; margin: 0 0 0.75rem; background: var(--code); color: var(--code-text); border-radius: 0.375rem; }
.code h4 { margin: 0; padding: 0.625rem 0.75rem; font-size: 1rem; }
pre { grid-area: 2 / 1 / auto / span 2; margin: 0; padding: 0 0.75rem 0.75rem; max-height: 20rem; overflow: auto; font: 0.8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; user-select: all; }
button.copy { grid-area: 1 / 2; min-width: 4.5rem; border-color: transparent; background: none; color: inherit; font-size: 0.9375rem; text-decoration: underline; }
[hidden] { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
body:has(iframe) { display: flex; flex-direction: column; height: 100dvh; }
body:has(iframe) :is(header p, footer) { display: none; }
main:has(iframe) { flex: 1; display: grid; grid-template: auto 1fr / 1fr auto; align-items: center; gap: 0 1rem; width: 100%; padding-top: 0; }
main:has(iframe) h1 { margin: 0; font-size: 1.25rem; }
iframe { grid-column: 1 / -1; align-self: stretch; width: 100%; height: 100%; min-height: 20rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); }
@media (max-width: 39.99rem) { main:has(iframe) { padding: 0; } main:has(iframe) h1 { margin-left: 1rem; font-size: 1.125rem; } main:has(iframe) a { margin-right: 1rem; } iframe { border: 0; border-radius: 0; } }
:focus-visible { outline: 3px solid var(--sun); outline-offset: 2px; box-shadow: 0 0 0 2px var(--text); }
`;

/** Shows the copy buttons, and copies; where the browser has no clipboard, it selects the text and says so. */
export const script = `
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = button.previousElementSibling;
  const announcement = document.getElementById('copied');
  let timer = 0;
  const say = (label, sentence) => {
    button.firstChild.data = label;
    announcement.textContent = sentence;
    clearTimeout(timer);
    timer = setTimeout(() => { button.firstChild.data = 'Copy'; announcement.textContent = ''; }, 4000);
  };
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      say('Copied', 'Copied: ' + button.dataset.copy);
    } catch {
      getSelection().selectAllChildren(source);
      say('Selected', 'Selected: ' + button.dataset.copy + '. Copy it with the keyboard or the menu.');
    }
  });
}
`;
