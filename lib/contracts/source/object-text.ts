/** Parses JavaScript objects, with functions as text, without evaluating them. */
import { type AnyNode, type ObjectExpression, type Property, parse, parseExpressionAt } from 'acorn'
import type { Json } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import type { JsonFault } from '../../kernel/json/read-json.ts'
import { isBareFunction, wrapHandler } from '../handler/wrap-handler.ts'

/** Lines and columns start at 1. `isVerbatim` tells whether the lines of a text value are lines of the source. */
export type SourcePosition = { line: number; column: number; isVerbatim: boolean }

export type ObjectText =
  | { value: Json; positions: Map<string, SourcePosition>; fault?: undefined }
  | { value?: undefined; fault: JsonFault }

/** Also reads `name: {…}` entries without braces, or a module with an object. */
export function readObjectText(text: string): ObjectText {
  const reader: Reader = { text, shift: 0, positions: new Map() }
  try {
    return { value: readValue(findObject(reader), '', reader), positions: reader.positions }
  } catch (thrown) {
    if (thrown instanceof RangeError)
      return { fault: { message: 'the text is nested too deeply', line: 1, column: 1 } }
    if (!(thrown instanceof SyntaxError)) throw thrown
    return { fault: toFault(thrown as SyntaxError & Partial<Located>, reader) }
  }
}

type Reader = {
  text: string
  /** The number of characters added before the text. */
  shift: number
  positions: Map<string, SourcePosition>
}

type Located = { loc: { line: number; column: number } }

const OPTIONS = { ecmaVersion: 'latest', locations: true, sourceType: 'module' } as const

/** Matches one blank or comment. Repetition within the pattern would take exponential time for a row of comments. */
const BLANK = /[\s;,]+|\/\*[\s\S]*?\*\/|\/\/.*/y

function skipBlanks(text: string, from: number): number {
  let at = from
  for (BLANK.lastIndex = from; BLANK.test(text); ) at = BLANK.lastIndex
  return at
}

function withoutSeparators(text: string): string {
  let end = text.length
  while (/[\s,;]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function findObject(reader: Reader): AnyNode {
  const { text } = reader
  const start = text.slice(skipBlanks(text, 0))
  if (/^[[{]/.test(start)) {
    const node = parseExpressionAt(text, 0, OPTIONS)
    if (skipBlanks(text, node.end) === text.length) return node
    throw unsupportedSyntaxError(lineAfter(node, text), 'expected the end of the text')
  }
  if (/^[\w$]+\s*:/.test(start)) {
    Object.assign(reader, { text: `{${withoutSeparators(text)}}`, shift: 1 })
    return parseExpressionAt(reader.text, 0, OPTIONS)
  }
  return exportedObject(parse(text, OPTIONS).body)
}

function lineAfter(node: AnyNode, text: string): AnyNode {
  const { line, column } = node.loc?.end ?? { line: 1, column: 0 }
  const gap = /^\s*/.exec(text.slice(node.end))?.[0].split('\n') ?? ['']
  const start = {
    line: line + gap.length - 1,
    column: (gap.length > 1 ? 0 : column) + (gap.at(-1)?.length ?? 0),
  }
  return { ...node, loc: { start, end: start } }
}

function exportedObject(body: readonly AnyNode[]): AnyNode {
  for (const statement of body.toReversed()) {
    if (statement.type === 'ExportDefaultDeclaration') return unwrapArgument(statement.declaration)
    if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression')
      return unwrapArgument(statement.expression.right)
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    if (declaration.type === 'VariableDeclaration' && declaration.declarations.at(-1)?.init)
      return unwrapArgument(declaration.declarations.at(-1)!.init as AnyNode)
  }
  throw new SyntaxError('expected an object such as { slug: "my_skills", skills: [] }')
}

function unwrapArgument(node: AnyNode): AnyNode {
  return node.type === 'CallExpression' && node.arguments.length === 1 ? (node.arguments[0] as AnyNode) : node
}

function readValue(node: AnyNode, pointer: string, reader: Reader): Json {
  if (!reader.positions.has(pointer)) note(node, pointer, reader)
  switch (node.type) {
    case 'ObjectExpression':
      return readObject(node, pointer, reader)
    case 'ArrayExpression':
      return node.elements.map((each, index) => {
        if (!each) throw unsupportedSyntaxError(node, 'a list cannot have empty items')
        return readValue(each, `${pointer}/${index}`, reader)
      })
    case 'Literal':
      return readLiteral(node)
    case 'TemplateLiteral': {
      if (node.expressions.length > 0)
        throw unsupportedSyntaxError(node.expressions[0]!, 'a text cannot insert other values')
      note(node, pointer, reader, true)
      return node.quasis[0]?.value.cooked ?? ''
    }
    case 'UnaryExpression': {
      const value =
        node.operator === '-' && node.argument.type === 'Literal' ? node.argument.value : undefined
      if (typeof value !== 'number') throw unsupportedSyntaxError(node)
      return -value
    }
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      note(node, pointer, reader, true)
      return readDefinition(reader.text.slice(node.start, node.end), pointer)
    default:
      throw unsupportedSyntaxError(node)
  }
}

function note({ loc }: AnyNode, pointer: string, { positions, shift }: Reader, isVerbatim = false): void {
  const { line, column } = loc?.start ?? { line: 1, column: 0 }
  // The added brace of entries without braces has no place in the text.
  positions.set(pointer, { line, column: Math.max(1, column + 1 - (line === 1 ? shift : 0)), isVerbatim })
}

function readLiteral(node: AnyNode & { type: 'Literal' }): Json {
  const { value, raw = '' } = node
  if (typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(raw))
    throw unsupportedSyntaxError(
      node,
      'the number has too many digits to be stored exactly: write it as text',
    )
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    if (!('regex' in node)) return value
  throw unsupportedSyntaxError(node)
}

function readObject({ properties }: ObjectExpression, pointer: string, reader: Reader): Json {
  const entries = properties.flatMap((property): [string, Json][] => {
    if (property.type !== 'Property' || property.computed || property.shorthand || property.kind !== 'init')
      throw unsupportedSyntaxError(property)
    const name = readPropertyName(property)
    const at = pointer + toPointer([name])
    note(property, at, reader)
    if (property.method) return [[name, readMethod(property, at, reader)]]
    // JSON.stringify leaves it out too.
    if (property.value.type === 'Identifier' && property.value.name === 'undefined') return []
    return [[name, readValue(property.value, at, reader)]]
  })
  return Object.fromEntries(entries)
}

function readPropertyName({ key }: Property): string {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : ''
}

function readMethod(property: Property, pointer: string, reader: Reader): string {
  note(property, pointer, reader, true)
  const text = reader.text.slice(property.start, property.end)
  if (isHandlers(pointer)) return wrapHandler(text)
  return text.replace(/^(async\s+)?/, (async) => `${async}function `)
}

/** Handlers take the input first; a definition declares `handler`. */
function readDefinition(text: string, pointer: string): string {
  if (!isBareFunction(text)) return text
  return isHandlers(pointer) ? wrapHandler(text) : `const handler = ${text}`
}

function isHandlers(pointer: string): boolean {
  return /^\/handlers\/[^/]*$/.test(pointer)
}

function unsupportedSyntaxError(
  { loc }: AnyNode,
  message = 'expected a plain value: text, a number, true, false, null, a list or an object',
): SyntaxError {
  return Object.assign(new SyntaxError(message), { loc: loc?.start })
}

function toFault({ message, loc }: SyntaxError & Partial<Located>, { shift }: Reader): JsonFault {
  const text = message.replace(/ \(\d+:\d+\)$/, '')
  const { line, column } = loc ?? { line: 1, column: 0 }
  return {
    message: text.charAt(0).toLowerCase() + text.slice(1),
    line,
    column: Math.max(1, column + 1 - (line === 1 ? shift : 0)),
  }
}
