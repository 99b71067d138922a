/** All sizes are whole pixels, because the placeholder must take exactly the same space. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

const COLOURS = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--foreground)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '20px',
    maxHeight: 'var(--editor-max-height)',
    overflow: 'auto',
  },
  '.cm-content': { minHeight: 'var(--editor-min-height)', padding: '8px 0', caretColor: 'var(--foreground)' },
  '.cm-line': { padding: '0 12px' },
  // Opaque, because long lines scroll beneath.
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--muted-foreground)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 10px', minWidth: '36px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--muted) 65%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--foreground)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--foreground)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--primary) 24%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': {
    backgroundColor: 'color-mix(in oklab, var(--warning) 22%, transparent)',
    outline: 'none',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklab, var(--warning) 45%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent)', outline: '1px solid var(--input)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: 'var(--destructive)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--muted)',
    border: '1px solid var(--border)',
    color: 'var(--muted-foreground)',
    padding: '0 6px',
  },
  '.cm-placeholder': { color: 'var(--muted-foreground)' },
})

const FLOATING = EditorView.theme({
  '.cm-tooltip': {
    backgroundColor: 'var(--popover)',
    color: 'var(--popover-foreground)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.14)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-foreground)',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--destructive)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning)' },
  '.cm-panels': {
    backgroundColor: 'var(--muted)',
    color: 'var(--foreground)',
    borderColor: 'var(--border)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: '8px 12px' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--accent)' },
  '.cm-textfield': {
    backgroundColor: 'var(--card)',
    border: '1px solid var(--input)',
    borderRadius: 'calc(var(--radius) - 3px)',
  },
  '.cm-button': {
    background: 'var(--card)',
    border: '1px solid var(--input)',
    borderRadius: 'calc(var(--radius) - 3px)',
    color: 'inherit',
  },
})

export const diffTheme = EditorView.theme({
  '.cm-changedLine, .cm-insertedLine, .cm-inlineChangedLine': {
    backgroundColor: 'color-mix(in oklab, var(--success) 12%, transparent) !important',
  },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': {
    backgroundColor: 'color-mix(in oklab, var(--destructive) 11%, transparent) !important',
  },
  '.cm-deletedChunk': { paddingLeft: '12px !important' },
  '.cm-deletedChunk del': { textDecoration: 'none' },
  '&.cm-merge-b .cm-changedText': {
    background: 'color-mix(in oklab, var(--success) 26%, transparent) !important',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in oklab, var(--destructive) 24%, transparent) !important',
  },
  // The colour of the text itself, because the default has too little contrast.
  '.cm-changedText, .cm-changedText span, .cm-deletedText, .cm-deletedText span': {
    color: 'var(--foreground) !important',
  },
  '.cm-changedLineGutter, .cm-inlineChangedLineGutter': { background: 'var(--success) !important' },
  '.cm-deletedLineGutter, &.cm-merge-a .cm-changedLineGutter': {
    background: 'var(--destructive) !important',
  },
  // An ellipsis, because few fonts have the default glyph.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…" !important' },
  '.cm-collapsedLines': {
    background: 'var(--muted) !important',
    color: 'var(--muted-foreground) !important',
    fontFamily: 'var(--font-sans)',
    padding: '3px 12px !important',
  },
})

// biome-ignore format: table
const SYNTAX = HighlightStyle.define([
  { tag: [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword], color: 'var(--chart-4)' },
  { tag: [t.string, t.special(t.string), t.regexp], color: 'var(--success)' },
  { tag: [t.number, t.bool, t.null, t.atom], color: 'var(--warning)' },
  { tag: [t.function(t.variableName), t.function(t.propertyName), t.definition(t.function(t.variableName))], color: 'var(--info)' },
  { tag: [t.propertyName, t.definition(t.propertyName)], color: 'var(--info)' },
  { tag: [t.typeName, t.className, t.namespace, t.tagName], color: 'var(--primary)' },
  { tag: [t.meta, t.processingInstruction], color: 'var(--muted-foreground)' },
  { tag: t.comment, color: 'var(--muted-foreground)', fontStyle: 'italic' },
  { tag: t.heading, fontWeight: '600' },
  { tag: t.strong, fontWeight: '600' },
  { tag: t.emphasis, fontStyle: 'italic' },
  { tag: [t.link, t.url], color: 'var(--info)', textDecoration: 'underline' },
  { tag: t.invalid, color: 'var(--destructive)' },
])

export const editorTheme = [COLOURS, FLOATING, syntaxHighlighting(SYNTAX)]
