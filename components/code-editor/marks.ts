/** Replaces the marks of an editor. They refer to the text at that time, and move with later edits. */
import { jsonParseLinter } from '@codemirror/lang-json'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import type { EditorLanguage, Mark } from './code-editor.tsx'

export const setMarks = StateEffect.define<readonly Mark[]>()

const LINT_DELAY_MS = 250

const markDiagnostics = StateField.define<Diagnostic[]>({
  create: () => [],
  update(diagnostics, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) return effect.value.map((mark) => toDiagnostic(transaction.newDoc, mark))
    }
    if (!transaction.docChanged) return diagnostics
    const { changes } = transaction
    return diagnostics.map((diagnostic) => ({
      ...diagnostic,
      from: changes.mapPos(diagnostic.from),
      to: changes.mapPos(diagnostic.to, 1),
    }))
  },
})

export function lintMarksExtension(language: EditorLanguage): Extension {
  const parse = language === 'json' ? jsonParseLinter() : () => []
  return [
    markDiagnostics,
    lintGutter(),
    linter(
      (view) => [...view.state.field(markDiagnostics), ...(view.state.doc.length > 0 ? parse(view) : [])],
      {
        delay: LINT_DELAY_MS,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(setMarks))),
      },
    ),
  ]
}

/** Returns a diagnostic from the mark to the end of its word, at least one character long. */
export function toDiagnostic(doc: Text, { line, column, message, severity = 'error' }: Mark): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(at.from + Math.max(column, 1) - 1, at.to)
  const word = /^[\w$]+/.exec(doc.sliceString(from, at.to))?.[0].length ?? 1
  return { from, to: Math.min(from + word, at.to), message, severity }
}
