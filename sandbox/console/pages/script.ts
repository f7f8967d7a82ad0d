import { Markup } from '../../html/markup';

/**
 * The only script of the console: it shows the copy buttons, and copies. Where the browser has no clipboard for the page (not a secure context, or
 * refused), it selects the text instead and says so.
 */
export const consoleScript = new Markup(`
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
  button.firstChild.data = 'Copy';
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
`);
