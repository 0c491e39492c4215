#include "replay/views/page_parts.h"

namespace roundhouse::replay {

std::string_view page_style() {
  return R"css(:root { color-scheme: light dark; --paper: #fff; --words: #1d2320; --soft: #55605a; --line: #c9d1cb; --press: #eef2ee;
  --go: #0b57a4; --bad: #a11b14; --warn: #7a4b00; --panel: #f6f8f5; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--words); font: 16px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
header, main { max-width: 1480px; margin: 0 auto; padding: 0 12px; }
h1 { font-size: 1.15rem; margin: 10px 0; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 12px 0 4px; }
#players h2 { margin: 0; overflow-wrap: anywhere; }
#stage { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
#picture { min-width: 0; text-align: center; }
#table { display: block; width: 100%; height: auto; margin: 0 auto; }
#bar { position: sticky; bottom: 0; z-index: 1; background: var(--paper); border-top: 1px solid var(--line); padding: 6px 0; grid-row: 3; }
.buttons { display: flex; flex-wrap: wrap; gap: 4px; justify-content: center; align-items: center; }
button, select { font: inherit; color: inherit; background: var(--press); border: 1px solid var(--line); border-radius: 8px; min-height: 40px; }
.buttons button { min-width: 40px; padding: 4px 8px; }
.buttons svg { width: 20px; height: 20px; fill: currentColor; display: block; margin: 0 auto; }
select { padding: 4px 8px; max-width: 9.5em; }
button:hover { border-color: var(--go); }
button[aria-disabled=true] { color: var(--soft); opacity: 0.55; }
button[aria-pressed=true] { background: var(--go); color: var(--paper); border-color: var(--go); }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
#slider { width: 100%; margin: 6px 0 0; accent-color: var(--go); min-height: 28px; }
#count { min-width: 6em; text-align: center; color: var(--soft); font-variant-numeric: tabular-nums; }
#now { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 8px 12px; min-height: 7.5em; overflow-wrap: anywhere; }
#line { margin: 0 0 2px; font-weight: 700; }
#place { color: var(--go); margin-right: 0.6em; }
#written { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: 0.95em; }
#sentences p { margin: 6px 0 0; }
.note { border-left: 4px solid var(--bad); padding-left: 8px; }
.note.illegal strong, .illegal strong { color: var(--bad); }
.note.advice, .note.undecided, .note.allowed { border-color: var(--warn); }
.note.advice strong, .note.undecided strong, .note.allowed strong { color: var(--warn); }
#players { list-style: none; margin: 0; padding: 0; display: grid; gap: 6px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr)); }
#players li { border: 1px solid var(--line); border-radius: 10px; padding: 6px 10px; }
#players li.turn { border-color: var(--go); box-shadow: inset 4px 0 0 var(--go); }
#players p { margin: 0; color: var(--soft); font-size: 0.9rem; }
.hand, .whose { color: var(--go); }
.whose { font-weight: 400; font-size: 0.85rem; }
.tiles { line-height: 0; padding-top: 4px; }
.mini { width: 42px; height: 22px; margin: 1px; vertical-align: middle; }
.times { line-height: 22px; vertical-align: middle; color: var(--words); padding-left: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#facts { margin: 0; padding-left: 1.2em; }
#facts:empty { display: none; }
#boneyard { margin: 8px 0 4px; }
details { margin: 10px 0; }
summary { cursor: pointer; padding: 4px 0; }
#findings { padding: 0; margin: 4px 0; list-style: none; }
#findings button { display: block; width: 100%; text-align: left; padding: 6px 10px; margin: 4px 0; overflow-wrap: anywhere; }
.legend { color: var(--soft); font-size: 0.9rem; }
.legend svg { width: 42px; height: 22px; vertical-align: middle; }
dialog { border: 1px solid var(--line); border-radius: 12px; max-width: 30em; background: var(--paper); color: var(--words); }
dialog table { border-collapse: collapse; }
dialog th { text-align: left; padding: 2px 14px 2px 0; font-weight: 400; white-space: nowrap; }
kbd { border: 1px solid var(--line); border-radius: 5px; padding: 0 6px; background: var(--press); font-family: inherit; }
noscript p { padding: 12px; border: 2px solid var(--bad); }
@media (max-width: 480px) {
  .buttons { gap: 3px; }
  .buttons select { max-width: 4.6em; }
  #count { min-width: 5.6em; font-size: 0.9rem; }
}
@media (min-width: 1060px) {
  #stage { grid-template-columns: minmax(0, 1fr) 370px; align-items: start; }
  #picture { grid-column: 1; grid-row: 1 / span 3; }
  #side { grid-column: 2; grid-row: 2; }
  #now { grid-column: 2; grid-row: 1; height: 13em; overflow: auto; }
  #bar { grid-column: 1 / span 2; grid-row: 4; }
  #players { grid-template-columns: 1fr; }
  /* With many players the table has all of the width, and they stand below it. */
  #stage.many { grid-template-columns: minmax(0, 1fr); }
  #stage.many > * { grid-column: 1; grid-row: auto; }
  #stage.many #now { height: 7.5em; }
  #stage.many #bar { order: 1; }
  #stage.many #players { grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); }
}
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #141a17; --words: #eef2ee; --soft: #b3beb7; --line: #435048; --press: #222c27; --go: #9ecbff; --bad: #ff8a80;
    --warn: #ffca7a; --panel: #1b2320; }
}
@media print {
  :root { --paper: #fff; --words: #000; --soft: #333; --line: #999; --go: #0b57a4; --bad: #a11b14; --warn: #7a4b00; --panel: #fff; }
  #bar, #words, .legend, #findings-box { display: none; }
  #stage { display: block; }
  #now { height: auto; min-height: 0; border: 0; padding: 0; }
  #players { grid-template-columns: 1fr 1fr; }
  #players li { break-inside: avoid; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  @page { margin: 12mm; }
}
)css";
}

}  // namespace roundhouse::replay
