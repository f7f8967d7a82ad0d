import { Markup } from './markup';

/** The colours of the sandbox's pages, light and dark: 4.5:1 for text, 3:1 for the borders of controls. */
export const palette = new Markup(`
:root { color-scheme: light dark; --ink: #1d2733; --soft: #566474; --line: #cfd7e0; --edge: #76838f; --paper: #fff; --back: #eef2f6; --accent: #0b5cad; --on-accent: #fff; --mark: #7a4b00; --mark-back: #fff1d6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --soft: #a9b6c4; --line: #3b4856; --edge: #7f8d9b; --paper: #1a222b; --back: #10161d; --accent: #7db8f7; --on-accent: #0b1621; --mark: #ffd996; --mark-back: #3a2c10; } }
`);
