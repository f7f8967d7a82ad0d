import { Markup } from '../../html/markup';
import { palette } from '../../html/palette';

/** One column on a phone, at most 64 rem wide; controls are 44 px high. */
export const consoleStyle = new Markup(`${palette.text}
:root { --good: #0b6b3a; --good-back: #e2f4e9; --bad: #9f1d1d; --bad-back: #fde9e8; }
@media (prefers-color-scheme: dark) { :root { --good: #93e2b4; --good-back: #12351f; --bad: #ffb6b0; --bad-back: #451b1b; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
@media (min-width: 48rem) { html:has(.index) { scroll-padding-top: 4rem; } }
@media (max-width: 47.99rem) { html:has(.index) { scroll-padding-bottom: 4rem; } }
.field :is(input, select) { scroll-margin-top: 7rem; }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 64rem; margin: 0 auto; padding: 1rem; }
header { padding-bottom: 0; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
.mark a { color: inherit; font-weight: 600; }
.mark { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0; padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--mark-back); color: var(--mark); font-size: 0.9375rem; }
nav ul, .rows, .timeline { list-style: none; margin: 0; padding: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem; padding: 0.5rem 0 0; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 0.75rem; border-radius: 0.5rem; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
h1 { margin: 0.5rem 0 1rem; font-size: 1.625rem; line-height: 1.25; }
h2 { margin: 0 0 0.75rem; font-size: 1.1875rem; line-height: 1.3; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); }
a.link, a.name, .links a { display: inline-flex; align-items: center; min-height: 2.75rem; }
code, .number { font-family: ui-monospace, monospace; font-size: 0.9375em; }
.pick { user-select: all; -webkit-user-select: all; }
pre { margin: 0; white-space: pre-wrap; font: 0.9375rem/1.5 ui-monospace, monospace; }
.card { margin: 0 0 1rem; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.75rem; }
.grid { display: grid; gap: 1rem; align-items: start; margin: 0 0 1rem; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; min-width: 0; }
.grid .card { margin: 0; min-width: 0; }
@media (min-width: 48rem) { .grid { grid-template-columns: 1fr 1fr; } }
.columns { margin-bottom: 1rem; }
.columns .card:last-child { margin-bottom: 0; }
@media (min-width: 48rem) { .columns { column-count: 2; column-gap: 1rem; } .columns .card { break-inside: avoid; } }
.soft, .hint { color: var(--soft); }
.hint { display: block; font-size: 0.9375rem; }
.error { display: block; color: var(--bad); }
.rows > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; }
.rows .main { flex: 1 1 14rem; min-width: 0; }
.rows.links > li { padding: 0; }
.rows .pick { margin-right: 0.5rem; }
.rows h3 { margin-top: 0; }
@media (max-width: 47.99rem) { .card { padding: 1rem; } .cases > li { column-gap: 0.5rem; } .cases .copyable { gap: 0.25rem; margin-right: 0; } .cases .copy { padding: 0 0.5rem; } .cases .side.soft { font-size: 0.875rem; } .cases .number { font-size: 0.875em; } .cases .main, .cases .main ~ span { order: 1; } .cases .main { flex-basis: 60%; } }
.index { margin: 0 0 1rem; }
.index ul { padding: 0; gap: 0 0.25rem; }
.index a, .to-top a { padding: 0 0.5rem 0 0; color: var(--accent); font-size: 0.9375rem; text-decoration: underline; }
@media (min-width: 48rem) { .index { position: sticky; top: 0; z-index: 1; background: var(--back); } }
@media (max-width: 47.99rem) { .index { position: fixed; inset: auto 0 0; z-index: 1; margin: 0; background: var(--paper); border-top: 1px solid var(--line); } .index ul { flex-wrap: nowrap; overflow-x: auto; padding: 0 1rem; } .index a { white-space: nowrap; } body:has(.index) { padding-bottom: 3.5rem; } }
body:has(.index) .to-top { display: none; }
.to-top { max-width: 64rem; margin: 0 auto; padding: 0 1rem; }
.to-top a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.pairs > li { align-content: flex-start; }
.webhooks details { flex: 1 0 100%; min-width: 0; }
.presets .main { flex-basis: 100%; }
.presets details { flex: 1; min-width: 0; }
.presets details[open] { flex-basis: 100%; }
@media (min-width: 48rem) { .pairs { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; } .pairs > li:nth-child(2) { border-top: 0; } }
.rows.top > li { align-items: flex-start; }
.rows .side { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
dl { max-width: 44rem; margin: 0 0 1rem; }
dl div { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; font-weight: 600; }
dd .number { font-size: 0.875em; }
dd .copyable { margin-right: 0; }
form { margin: 0; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.copyable { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; max-width: 100%; margin-right: 0.5rem; }
.copyable.block { display: block; margin: 0 0 0.75rem; }
.copyable .pick { margin-right: 0; }
.block pre { max-height: 24rem; margin: 0 0 0.5rem; padding: 0.75rem; overflow: auto; background: var(--back); border-radius: 0.5rem; }
.copy { padding: 0 0.75rem; font-size: 0.9375rem; }
.copy[hidden] { display: none; }
.filter { display: grid; gap: 0.5rem; }
.filter .field { flex: 1 1 8rem; margin: 0; }
.filter .hint { display: inline; }
.filter .others { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; }
@media (min-width: 48rem) { @supports selector(::details-content) { .filter { gap: 0.75rem; } .filter summary { display: none; } .filter ::details-content { content-visibility: visible; } } }
.payments > li { position: relative; gap: 0 1rem; padding: 0.25rem 0; line-height: 1.4; }
.payments > li:hover { background: var(--back); }
.payments .name::after { content: ''; position: absolute; inset: 0; }
.payments .soft { font-size: 0.9375rem; }
@media (min-width: 48rem) { .payments > li { display: grid; grid-template-columns: 10rem 6.5rem 1fr auto; } }
.mail { display: block; width: 100%; height: max(40rem, 80vh); border: 1px solid var(--edge); border-radius: 0.5rem; background: #fff; color-scheme: light; }
@media (min-width: 48rem) { .payment { display: grid; grid-template: repeat(8, max-content) 1fr / 1fr 1fr; gap: 0 1rem; align-items: start; } .payment > * { grid-column: 1; min-width: 0; } .payment > .history { grid-column: 2; grid-row: 1 / span 9; } }
@media (min-width: 48rem) { .mails { grid-template-columns: 3fr 2fr; } .mails:not(:has(.mail)) { grid-template-columns: 1fr; } }
.rows p { margin-bottom: 0.25rem; }
form + form, .rows + form { margin-top: 1rem; }
.field { margin: 0 0 1rem; min-width: 0; }
.pair { display: grid; gap: 0 1rem; }
@media (min-width: 20rem) { .pair:not(:has(.error)) { grid-template-columns: 3fr 2fr; align-items: end; } }
@media (min-width: 30rem) { .pair:not(:has(.error)) { grid-template-columns: 2fr 1fr; align-items: end; } }
label { font-weight: 600; }
input, select { display: block; width: 100%; min-height: 2.75rem; margin-top: 0.25rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--paper); color: inherit; font: inherit; }
[aria-invalid=true] { border: 2px solid var(--bad); }
.tick { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; margin: 0 0 1rem; }
.tick input { flex: none; width: 1.5rem; min-height: 1.5rem; margin: 0; accent-color: var(--accent); }
.tick label { padding: 0.625rem 0; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--paper); color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--back); }
.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.first:hover { background: var(--accent); text-decoration: underline; }
.danger { background: var(--bad-back); border-color: var(--bad); color: var(--bad); }
.danger:hover { background: var(--bad-back); text-decoration: underline; }
.buttons { display: flex; align-items: center; flex-wrap: wrap; gap: 0.625rem; margin: 0 0 1rem; }
.buttons:last-child, dl:last-child, p:last-child { margin-bottom: 0; }
summary { min-height: 2.75rem; padding: 0.625rem 0; font-weight: 600; cursor: pointer; }
.rows > li > .flash { flex: 1 0 100%; }
.flash, .balance { margin: 0 0 1rem; padding: 0.75rem 1rem; border-left: 0.375rem solid; border-radius: 0.5rem; }
.flash a { color: inherit; font-weight: 600; }
.flash ul { display: grid; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.ok { background: var(--good-back); color: var(--good); }
.bad { background: var(--bad-back); color: var(--bad); }
.wait { background: var(--mark-back); color: var(--mark); }
.untried { border: 1px solid var(--edge); }
.quiet { background: var(--back); color: var(--soft); }
.badge { display: inline-block; padding: 0.125rem 0.625rem; border-radius: 1rem; font-weight: 600; font-size: 0.9375rem; }
.balance { font-size: 1.125rem; font-weight: 600; line-height: 1.3; }
.timeline > li { position: relative; padding: 0 0 1.25rem 1.75rem; border-left: 2px solid var(--line); margin-left: 0.5rem; }
.timeline > li:last-child { padding-bottom: 0; border-color: transparent; }
.timeline > li::before { content: ''; position: absolute; left: -0.5rem; top: 0.3125rem; width: 0.875rem; height: 0.875rem; border-radius: 50%; background: var(--accent); }
.timeline > .succeeded::before { background: var(--good); }
.timeline > .failed::before { background: var(--bad); border-radius: 0; }
.timeline p { margin: 0.125rem 0 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (forced-colors: active) { .badge, .timeline > li::before, nav a[aria-current] { border: 1px solid; } }
`);
