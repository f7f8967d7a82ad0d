// jsdom has no layout, and so no scrolling. Some files render as a server does, without a window.
if (typeof window !== 'undefined') {
  HTMLElement.prototype.scrollIntoView = () => undefined;
  window.scrollBy = () => undefined;
}
