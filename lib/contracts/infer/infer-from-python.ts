import { parser } from '@lezer/python'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { InferredContract } from './infer-from-typescript.ts'
import { buildObjectSchema, buildUnionSchema, literal, type Property } from './inferred-schema.ts'
import { namedChildren, readNodeText, type SyntaxNode, stringValue } from './syntax-node.ts'

// biome-ignore format: table
const NAMED: Record<string, JsonSchema | undefined> = {
  str:      { type: 'string' },
  int:      { type: 'integer' },
  float:    { type: 'number' },
  Decimal:  { type: 'number' },
  bool:     { type: 'boolean' },
  dict:     { type: 'object' },
  list:     { type: 'array' },
  date:     { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time:     { type: 'string', format: 'time' },
  UUID:     { type: 'string', format: 'uuid' },
}

type Types = { source: string; classes: Map<string, SyntaxNode>; open: readonly string[] }

/** Reads `main(args: Args) -> Result`, TypedDicts and dataclasses; {} if there are none. */
export function inferFromPython(source: string): InferredContract {
  const statements = namedChildren(parser.parse(source).topNode).map(withoutDecorators)
  const classes = new Map(
    statements
      .filter(({ name }) => name === 'ClassDefinition')
      .map((each): [string, SyntaxNode] => [nameOf(each, source), each]),
  )
  const types: Types = { source, classes, open: [] }
  const main = statements.findLast(
    (each) => each.name === 'FunctionDefinition' && nameOf(each, source) === 'main',
  )
  const argument = main?.getChild('ParamList')?.getChild('TypeDef')
  const result = main?.getChild('TypeDef')
  return {
    ...(argument && { parameters: inferSchema(typeIn(argument), types) }),
    ...(result && { response: inferSchema(typeIn(result), types) }),
  }
}

function withoutDecorators(statement: SyntaxNode): SyntaxNode {
  if (statement.name !== 'DecoratedStatement') return statement
  return statement.getChild('ClassDefinition') ?? statement.getChild('FunctionDefinition') ?? statement
}

function nameOf(definition: SyntaxNode, source: string): string {
  const name = definition.getChild('VariableName')
  return name ? readNodeText(name, source) : ''
}

function typeIn(definition: SyntaxNode): SyntaxNode {
  return namedChildren(definition)[0] ?? definition
}

function inferSchema(type: SyntaxNode, types: Types): JsonSchema {
  const text = readNodeText(type, types.source)
  switch (type.name) {
    case 'VariableName':
      return namedSchema(text, types)
    case 'None':
      return { type: 'null' }
    case 'String':
      // Types declared later are written as strings.
      return namedSchema(stringValue(text) ?? '', types)
    case 'BinaryExpression':
      return buildUnionSchema(
        namedChildren(type)
          .filter(({ name }) => name !== 'BitOp')
          .flatMap((each) => listBranches(inferSchema(each, types))),
      )
    case 'MemberExpression':
      return memberSchema(type, types)
    default:
      return {}
  }
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  return Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [schema]
}

function namedSchema(name: string, types: Types): JsonSchema {
  const known = types.classes.get(name)
  if (!known || types.open.includes(name)) return Object.hasOwn(NAMED, name) ? { ...NAMED[name] } : {}
  return classSchema(known, { ...types, open: [...types.open, name] })
}

/** Reads `list[str]`, `typing.Optional[int]`, `datetime.date`. */
function memberSchema(type: SyntaxNode, types: Types): JsonSchema {
  const [first, ...inside] = namedChildren(type)
  if (!first) return {}
  const isSubscript = types.source.slice(first.to).trimStart().startsWith('[')
  if (!isSubscript) return namedSchema(inside.at(-1) ? readNodeText(inside.at(-1)!, types.source) : '', types)
  const name = readNodeText(first, types.source).split('.').at(-1) ?? ''
  if (name === 'Literal') return buildUnionSchema(inside.map((each) => literalSchema(each, types.source)))
  const [item, value] = inside.map((each) => inferSchema(each, types))
  switch (name) {
    case 'list':
    case 'List':
    case 'Sequence':
    case 'set':
      return { type: 'array', items: item ?? {} }
    case 'dict':
    case 'Dict':
    case 'Mapping':
      return { type: 'object', additionalProperties: value ?? {} }
    case 'Optional':
      return buildUnionSchema([...listBranches(item ?? {}), { type: 'null' }])
    case 'Union':
      return buildUnionSchema(inside.flatMap((each) => listBranches(inferSchema(each, types))))
    case 'NotRequired':
    case 'Required':
    case 'Annotated':
      return item ?? {}
    default:
      return {}
  }
}

function literalSchema(node: SyntaxNode, source: string): JsonSchema {
  const value = literalValue(readNodeText(node, source))
  return value === undefined ? {} : literal(value)
}

const WORDS: Record<string, Json> = { True: true, False: false }

function literalValue(text: string): Json | undefined {
  if (Object.hasOwn(WORDS, text)) return WORDS[text]
  const string = stringValue(text)
  if (string !== undefined) return string
  return /^-?[\d.]+$/.test(text) ? Number(text) : undefined
}

function classSchema(definition: SyntaxNode, types: Types): JsonSchema {
  const bases = definition.getChild('ArgList')
  const isPartial = bases !== null && /total\s*=\s*False/.test(readNodeText(bases, types.source))
  const body = definition.getChild('Body')
  const fields = body ? namedChildren(body).filter(({ name }) => name === 'AssignStatement') : []
  return buildObjectSchema(fields.flatMap((field) => inferProperty(field, isPartial, types)))
}

function inferProperty(field: SyntaxNode, isPartial: boolean, types: Types): Property[] {
  const [name] = namedChildren(field)
  const definition = field.getChild('TypeDef')
  if (!name || !definition) return []
  const type = readNodeText(typeIn(definition), types.source)
  const preset = field.getChild('AssignOp') && namedChildren(field).at(-1)
  const value = preset ? literalValue(readNodeText(preset, types.source)) : undefined
  const description = commentAfter(field, types.source)
  return [
    {
      name: readNodeText(name, types.source),
      schema: {
        ...inferSchema(typeIn(definition), types),
        ...(value !== undefined && { default: value }),
        ...(description && { description }),
      },
      isOptional:
        !/\bRequired\[/.test(type) && (isPartial || /\bNotRequired\[/.test(type) || Boolean(preset)),
    },
  ]
}

function commentAfter(field: SyntaxNode, source: string): string | undefined {
  const line = source.slice(field.to).split('\n', 1)[0] ?? ''
  return /^\s*#\s*(.+)$/.exec(line)?.[1]?.trim()
}
