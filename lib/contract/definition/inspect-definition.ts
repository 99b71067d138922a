/**
 * What a definition's source says about itself: whether it has a handler, and what it must not use.
 *
 * Ground, for servers. Types are stripped, then the syntax tree is read.
 * Source: "Skill Schema & Validation", definition; its messages are kept word for word.
 */
import { dangerousUses } from './dangerous-apis.ts'
import type { DefinitionIssue } from './definition-issue.ts'
import { whyNotHandler } from './find-handler.ts'
import { inspectPython } from './inspect-python.ts'
import { TOO_DEEP } from './strip-types.ts'
import { placeOf, readTree } from './syntax-tree.ts'

export type { DefinitionIssue }

/** Every reason why this source cannot be published, in the order of its lines; [] when there is none. */
export function inspectDefinition(
  source: string,
  runtime: 'javascript' | 'python' = 'javascript',
): DefinitionIssue[] {
  return runtime === 'python' ? inspectPython(source) : inspectJavaScript(source)
}

function inspectJavaScript(source: string): DefinitionIssue[] {
  try {
    const read = readTree(source)
    if (read.fault) {
      const { message, ...place } = read.fault
      return [syntaxIssue(message === TOO_DEEP ? message : `Syntax error: ${message}`, place)]
    }
    const missing = whyNotHandler(read.tree)
    return [
      ...(missing
        ? [{ path: '', keyword: 'handler', message: missing.message, ...placeOf(missing.node) }]
        : []),
      ...dangerousUses(read.tree).map(({ name, node }) => ({
        path: '',
        keyword: 'dangerous-api',
        message: `${name} not allowed in definition`,
        params: { name },
        ...placeOf(node),
      })),
    ].sort((a, b) => a.line - b.line || a.column - b.column)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [syntaxIssue(TOO_DEEP, { line: 1, column: 1 })]
  }
}

function syntaxIssue(message: string, place: { line: number; column: number }): DefinitionIssue {
  return { path: '', keyword: 'syntax', message, ...place }
}
