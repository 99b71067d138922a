/**
 * Whether a Python source defines `main(args)`.
 *
 * Ground. Read from the text with its strings and comments blanked out; the syntax tree follows with the
 * runtime that can parse it. Source: specification "Product", Life of a version.
 */
import type { DefinitionIssue } from './definition-issue.ts'

const NOT_CODE = /('''|""")[\s\S]*?\1|(['"])(?:\\[\s\S]|(?!\2)[^\\\n])*\2|#.*/g

export function inspectPython(source: string): DefinitionIssue[] {
  const code = source.replace(NOT_CODE, (text) => text.replace(/[^\n]/g, ' '))
  if (/^(?:async[ \t]+)?def[ \t]+main[ \t]*\(/m.test(code)) return []
  return [{ path: '', keyword: 'handler', message: 'main(args) function not found', line: 1, column: 1 }]
}
