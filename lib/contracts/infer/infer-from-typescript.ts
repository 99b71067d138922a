import { parser } from '@lezer/javascript'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { buildObjectSchema, buildUnionSchema, literal, type Property } from './inferred-schema.ts'
import { namedChildren, readNodeText, type SyntaxNode, stringValue } from './syntax-node.ts'

const typescript = parser.configure({ dialect: 'ts' })

// biome-ignore format: table
const NAMED: Record<string, JsonSchema | undefined> = {
  string:  { type: 'string' },
  number:  { type: 'number' },
  bigint:  { type: 'integer' },
  boolean: { type: 'boolean' },
  Date:    { type: 'string', format: 'date-time' },
  URL:     { type: 'string', format: 'uri' },
  object:  { type: 'object' },
}

type Types = { source: string; declared: Map<string, SyntaxNode>; open: readonly string[] }

export type InferredContract = { parameters?: JsonSchema; response?: JsonSchema }

/** Reads the types of `parameters` and the result; {} if there are none. */
export function inferFromTypeScript(source: string): InferredContract {
  const statements = namedChildren(typescript.parse(source).topNode).map(withoutExport)
  const declared = new Map(statements.flatMap((each) => readDeclaration(each, source)))
  const types: Types = { source, declared, open: [] }
  const handler = statements.map((each) => handlerOf(each, source)).findLast((each) => each !== null)
  if (!handler) return {}
  const argument = handler.getChild('ParamList')?.getChild('TypeAnnotation')
  const input = argument && findPropertySchema(typeIn(argument), 'parameters', types)
  const result = handler.getChild('TypeAnnotation')
  return {
    ...(input && { parameters: input }),
    ...(result && { response: inferSchema(typeIn(result), types) }),
  }
}

function withoutExport(statement: SyntaxNode): SyntaxNode {
  if (statement.name !== 'ExportDeclaration') return statement
  return namedChildren(statement).find(({ name }) => !['export', 'default'].includes(name)) ?? statement
}

function readDeclaration(statement: SyntaxNode, source: string): [string, SyntaxNode][] {
  if (!['TypeAliasDeclaration', 'InterfaceDeclaration'].includes(statement.name)) return []
  const name = statement.getChild('TypeDefinition')
  const type = namedChildren(statement).at(-1)
  return name && type ? [[readNodeText(name, source), type]] : []
}

function handlerOf(statement: SyntaxNode, source: string): SyntaxNode | null {
  if (statement.name === 'ArrowFunction' || statement.name === 'FunctionExpression') return statement
  const name = statement.getChild('VariableDefinition')
  if (!name || readNodeText(name, source) !== 'handler') return null
  if (statement.name === 'FunctionDeclaration') return statement
  return statement.getChild('ArrowFunction') ?? statement.getChild('FunctionExpression')
}

function typeIn(annotation: SyntaxNode): SyntaxNode {
  return namedChildren(annotation).at(-1) ?? annotation
}

function findPropertySchema(type: SyntaxNode, name: string, types: Types): JsonSchema | undefined {
  const declared = type.name === 'TypeName' ? types.declared.get(readNodeText(type, types.source)) : type
  return declared && inferProperties(declared, types).find((each) => each.name === name)?.schema
}

function inferSchema(type: SyntaxNode, types: Types): JsonSchema {
  const children = namedChildren(type)
  switch (type.name) {
    case 'TypeName':
      return namedSchema(readNodeText(type, types.source), types)
    case 'ObjectType':
      return buildObjectSchema(inferProperties(type, types))
    case 'UnionType':
      return buildUnionSchema(
        children
          .filter(({ name }) => name !== 'LogicOp')
          .flatMap((each) => listBranches(inferSchema(each, types))),
      )
    case 'ArrayType':
      return { type: 'array', items: children[0] ? inferSchema(children[0], types) : {} }
    case 'ParenthesizedType':
      return children[0] ? inferSchema(children[0], types) : {}
    case 'ParameterizedType':
      return genericSchema(type, types)
    case 'LiteralType':
      return literalSchema(readNodeText(type, types.source))
    case 'NullType':
      return { type: 'null' }
    default:
      return {}
  }
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  return Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [schema]
}

function namedSchema(name: string, types: Types): JsonSchema {
  const declared = types.declared.get(name)
  // A type that contains itself accepts anything.
  if (!declared || types.open.includes(name)) return Object.hasOwn(NAMED, name) ? { ...NAMED[name] } : {}
  return inferSchema(declared, { ...types, open: [...types.open, name] })
}

function genericSchema(type: SyntaxNode, types: Types): JsonSchema {
  const [name, list] = namedChildren(type)
  const given = list ? namedChildren(list) : []
  const [first, second] = given.map((each) => inferSchema(each, types))
  switch (name && readNodeText(name, types.source)) {
    case 'Array':
    case 'ReadonlyArray':
    case 'Set':
      return { type: 'array', items: first ?? {} }
    case 'Record':
    case 'Map':
      return { type: 'object', additionalProperties: second ?? {} }
    case 'Partial': {
      const { required: _, ...partial } = first ?? {}
      return partial
    }
    case 'Promise':
    case 'Readonly':
    case 'Required':
      return first ?? {}
    default:
      return {}
  }
}

function literalSchema(text: string): JsonSchema {
  const string = stringValue(text)
  if (string !== undefined) return literal(string)
  if (text === 'true' || text === 'false') return literal(text === 'true')
  return Number.isNaN(Number(text)) ? {} : literal(Number(text))
}

function inferProperties(object: SyntaxNode, types: Types): Property[] {
  return object.getChildren('PropertyType').flatMap((property): Property[] => {
    const name = property.getChild('PropertyDefinition') ?? property.getChild('String')
    const annotation = property.getChild('TypeAnnotation')
    if (!name || !annotation) return []
    const text = readNodeText(name, types.source)
    const description = commentBefore(property, types.source)
    const schema = inferSchema(typeIn(annotation), types)
    return [
      {
        name: stringValue(text) ?? text,
        schema: { ...schema, ...(description && { description }) },
        isOptional: property.getChild('Optional') !== null,
      },
    ]
  })
}

function commentBefore(property: SyntaxNode, source: string): string | undefined {
  const before = property.prevSibling
  if (before?.name !== 'BlockComment' && before?.name !== 'LineComment') return undefined
  const text = readNodeText(before, source)
    .replace(/^\/\*+|\*\/$|^\/\/+/g, '')
    .replace(/^\s*\*\s?/gm, '')
  return text.replace(/\s+/g, ' ').trim()
}
