// Rows are written here, with what the language server knows: mistakes and their mending, completion, and words explained.
// It stands under a root of its own, where its style needs no leave of the page.

import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Files, Finding, Fix } from '../bridge/calls';
import { engine } from './engine';
import { words } from './words';

const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--go)' },
  { tag: tags.propertyName, color: 'var(--go)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--fine)' },
  { tag: tags.keyword, color: 'var(--warn)' },
]);
const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.92rem', backgroundColor: 'var(--paper)', color: 'var(--words)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Consolas, monospace', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--words)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--press)' },
  '.cm-cursor': { borderLeftColor: 'var(--words)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--go) 25%, transparent) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--words)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    maxWidth: '36em',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--go)', color: 'var(--paper)' },
  '.cm-diagnostic': { padding: '8px 12px', whiteSpace: 'pre-wrap' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--go)',
    color: 'var(--paper)',
    minHeight: '32px',
    borderRadius: '6px',
    padding: '2px 10px',
  },
  // Lines and signs of its own are pictures out of the style, which the policy does not load.
  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning, .cm-lintRange-info': { textDecorationColor: 'var(--warn)' },
  '.cm-lint-marker': { content: '""', width: '0.8em', height: '0.8em', borderRadius: '50%', background: 'var(--warn)' },
  '.cm-lint-marker-error': { content: '""', background: 'var(--bad)' },
  '.cm-lint-marker-warning, .cm-lint-marker-info': { content: '""' },
  '.about': { padding: '8px 12px', whiteSpace: 'pre-wrap' },
});

/** Signs of markdown go, its words stay. */
const plain = (markdown: string): string => markdown.replace(/```\w*\n?|`|\*\*/g, '');

export class Editor {
  private readonly view: EditorView;

  constructor(
    place: HTMLElement,
    name: string,
    text: string,
    others: Files,
    changed: (text: string) => void,
    found: (findings: Finding[]) => void,
  ) {
    const root = place.attachShadow({ mode: 'open' });
    const rules = (state: EditorState) => ({ rules: name, files: { ...others, [name]: state.doc.toString() } });

    const lint = linter(
      async view => {
        const { findings } = await engine.call('lint', rules(view.state));
        found(findings);
        const end = view.state.doc.length;
        return findings
          .filter(one => one.place && (one.file === name || one.file === ''))
          .map(
            (one): Diagnostic => ({
              from: Math.min(one.place!.from, end),
              to: Math.min(Math.max(one.place!.to, one.place!.from), end),
              severity: one.severity === 'note' ? 'info' : one.severity,
              message: one.help ? `${one.message}\n${one.help}` : one.message,
              source: one.code,
              actions: one.fixes.map(fix => ({ name: fix.title, apply: () => this.mend(fix) })),
            }),
          );
      },
      { delay: 300 },
    );

    async function complete(context: CompletionContext): Promise<CompletionResult | null> {
      if (!context.explicit && !context.matchBefore(/[\w.]+$/)) return null;
      const { from, items } = await engine.call('complete', { ...rules(context.state), offset: context.pos });
      return items.length
        ? {
            from,
            options: items.map(item => ({
              label: item.label,
              detail: item.detail,
              type: item.kind,
              info: item.about ? () => about(item.about) : undefined,
            })),
            validFor: /^[\w.-]*$/,
          }
        : null;
    }
    function about(markdown: string): HTMLElement {
      const box = document.createElement('div');
      box.className = 'about';
      box.textContent = plain(markdown);
      return box;
    }
    const hover = hoverTooltip(async (view, offset) => {
      const { from, to, markdown } = await engine.call('hover', { ...rules(view.state), offset });
      return markdown ? { pos: from, end: to, create: () => ({ dom: about(markdown) }) } : null;
    });

    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          closeBrackets(),
          indentUnit.of('  '),
          EditorView.lineWrapping,
          yaml(),
          syntaxHighlighting(colours),
          lint,
          lintGutter(),
          autocompletion({ override: [complete] }),
          hover,
          look,
          // Tab indents; Escape then Tab leaves, as the field says.
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': words.editor, spellcheck: 'false', autocapitalize: 'off' }),
          EditorView.updateListener.of(update => {
            if (update.docChanged) changed(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  mend(fix: Fix): void {
    this.view.dispatch({ changes: fix.edits.map(edit => ({ from: edit.from, to: edit.to, insert: edit.text })) });
  }

  /** The cursor goes to this place. */
  go(offset: number): void {
    this.view.dispatch({ selection: { anchor: Math.min(offset, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
