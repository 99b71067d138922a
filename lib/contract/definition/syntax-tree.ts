/**
 * A definition's syntax tree, and how to walk it.
 *
 * Ground. Positions are those of the source as authored: stripping types moves nothing.
 */
import type { AnyNode, Pattern, Program } from 'acorn'
import { parseModule } from './parse-module.ts'
import { readPlainJavaScript } from './plain-javascript.ts'
import { stripTypes } from './strip-types.ts'

export type SyntaxFault = { message: string; line: number; column: number }

/** The tree of a module, or the first reason why there is none. */
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
    // "Unexpected token (3:4)": the place is told apart from the sentence.
    const sentence = thrown.message.replace(/ \(\d+:\d+\)$/, '')
    const message = sentence === "Unexpected character '@'" ? 'decorators are not supported' : sentence
    return { fault: { message, line: loc.line, column: loc.column + 1 } }
  }
}

/** Where a node begins, counted from 1 as editors do. */
export function placeOf({ loc }: AnyNode): { line: number; column: number } {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 }
}

/** The nodes directly inside, in the order of the text. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** The names that a pattern binds. */
export function namesOf(pattern: Pattern | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        namesOf(each.type === 'Property' ? each.value : each.argument),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf)
    case 'AssignmentPattern':
      return namesOf(pattern.left)
    case 'RestElement':
      return namesOf(pattern.argument)
    default:
      return []
  }
}

/** The property a member expression or a key names, when the text alone tells. */
export function staticKey(key: AnyNode, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === 'Identifier') return key.name
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? undefined
  return undefined
}
