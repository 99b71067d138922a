/** Helpers for Acorn's syntax trees. Positions are those in the source as its author wrote it. */
import type { AnyNode, Pattern, Program } from 'acorn'
import type { Issue } from '../../kernel/errors.ts'
import { parseModule, readPlainJavaScript } from './plain-javascript.ts'
import { type SyntaxFault, stripTypes } from './strip-types.ts'

export function readTree(source: string): { tree: Program; fault?: undefined } | { fault: SyntaxFault } {
  const plain = readPlainJavaScript(source)
  if (plain) return { tree: plain }
  const { code, fault } = stripTypes(source)
  if (fault) return { fault }
  try {
    return { tree: parseModule(code) }
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    const { loc } = thrown as SyntaxError & { loc: { line: number; column: number } }
    // "Unexpected token (3:4)"
    const sentence = thrown.message.replace(/ \(\d+:\d+\)$/, '')
    const message = sentence === "Unexpected character '@'" ? 'decorators are not supported' : sentence
    return { fault: { message, line: loc.line, column: loc.column + 1 } }
  }
}

/** Returns undefined for code that cannot be parsed, also because it nests too deeply: its faults are reported elsewhere. */
export function treeOf(source: string): Program | undefined {
  try {
    const read = readTree(source)
    return read.fault ? undefined : read.tree
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

export function positionOf({ loc }: AnyNode): { line: number; column: number } {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 }
}

export function listChildNodes(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

export function listBoundNames(pattern: Pattern | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        listBoundNames(each.type === 'Property' ? each.value : each.argument),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap(listBoundNames)
    case 'AssignmentPattern':
      return listBoundNames(pattern.left)
    case 'RestElement':
      return listBoundNames(pattern.argument)
    default:
      return []
  }
}

export function staticKey(key: AnyNode, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === 'Identifier') return key.name
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** Lines and columns start at 1; `path` is "" for the definition. */
export type DefinitionIssue = Issue & { line: number; column: number }

export function exportedDeclarations(statement: AnyNode): { name: string; value: AnyNode }[] {
  if (statement.type === 'ExportNamedDeclaration') {
    return statement.declaration ? exportedDeclarations(statement.declaration) : []
  }
  if (statement.type === 'ExportDefaultDeclaration') return exportedDeclarations(statement.declaration)
  if (statement.type === 'FunctionDeclaration') {
    return statement.id ? [{ name: statement.id.name, value: statement }] : []
  }
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [{ name: id.name, value: init }] : [],
  )
}
