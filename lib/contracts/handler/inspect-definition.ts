import type { AnyNode, Program } from 'acorn'
import { dangerousUses } from './dangerous-apis.ts'
import { findHandler } from './find-handler.ts'
import { inspectPython } from './inspect-python.ts'
import { TOO_DEEP } from './strip-types.ts'
import { type DefinitionIssue, exportedDeclarations, positionOf, readTree } from './syntax-tree.ts'

export type { DefinitionIssue }

/** Returns the reasons against publication, by line. */
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
      const { message, isTooDeep, ...position } = read.fault
      return [syntaxIssue(isTooDeep ? message : `Syntax error: ${message}`, position)]
    }
    const missing = handlerError(read.tree)
    return [
      ...(missing
        ? [{ path: '', keyword: 'handler', message: missing.message, ...positionOf(missing.node) }]
        : []),
      ...dangerousUses(read.tree).map(({ name, node }) => ({
        path: '',
        keyword: 'dangerous-api',
        message: `${name} not allowed in definition`,
        params: { name },
        ...positionOf(node),
      })),
    ].sort((a, b) => a.line - b.line || a.column - b.column)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [syntaxIssue(TOO_DEEP, { line: 1, column: 1 })]
  }
}

function handlerError(tree: Program): { message: string; node: AnyNode } | undefined {
  const handler = findHandler(tree)
  if (!handler) return { message: 'handler function not found', node: tree }
  const { value } = handler
  if (!('async' in value)) return { message: 'handler must be an async function', node: value }
  if (value.generator) return { message: 'handler must not be a generator', node: value }
  return value.async ? undefined : { message: 'handler must be an async function', node: value }
}

function syntaxIssue(message: string, position: { line: number; column: number }): DefinitionIssue {
  return { path: '', keyword: 'syntax', message, ...position }
}

/** Returns the reasons against publication, by line. */
export function inspectMigration(source: string): DefinitionIssue[] {
  try {
    const read = readTree(source)
    if (read.fault) {
      const { message, isTooDeep, ...position } = read.fault
      return [issue('syntax', isTooDeep ? message : `Syntax error: ${message}`, position)]
    }
    const { tree } = read
    return [
      ...migrationErrors(tree).map(({ message, node }) => issue('migrate', message, positionOf(node))),
      ...dangerousUses(tree).map(({ name, node }) => ({
        ...issue('dangerous-api', `${name} not allowed in a migration`, positionOf(node)),
        params: { name },
      })),
    ].sort((a, b) => a.line - b.line || a.column - b.column)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return [issue('syntax', TOO_DEEP, { line: 1, column: 1 })]
  }
}

function migrationErrors(tree: Program): { message: string; node: AnyNode }[] {
  const exported = tree.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const migrate = tree.body.flatMap(exportedDeclarations).find(({ name }) => name === 'migrate')?.value
  return [
    ...(exported
      ? [{ message: 'a migration must not have a default export: name the function migrate', node: exported }]
      : []),
    ...migrateFunctionErrors(migrate, tree),
  ]
}

function migrateFunctionErrors(
  migrate: AnyNode | undefined,
  tree: Program,
): { message: string; node: AnyNode }[] {
  if (!migrate)
    return [{ message: 'migrate function not found: write function migrate(input) { … }', node: tree }]
  if (!('params' in migrate) || !('generator' in migrate))
    return [{ message: 'migrate must be a function', node: migrate }]
  return migrate.generator ? [{ message: 'migrate must not be a generator', node: migrate }] : []
}

function issue(
  keyword: string,
  message: string,
  position: { line: number; column: number },
): DefinitionIssue {
  return { path: '', keyword, message, ...position }
}
