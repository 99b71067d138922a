/** Reads the command line that a Python program declares with argparse, as far as it is written out in its source. */
import { parser } from '@lezer/python'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { capitalise } from '../../kernel/text/format.ts'
import { namedChildren, readNodeText, type SyntaxNode, stringValue } from '../infer/syntax-node.ts'

type Argument = {
  /** The parameter of the skill, and argparse's `dest`. */
  name: string
  /** `--out`; undefined for an argument by position. */
  flag?: string
  /** A switch is passed without a value; a list is passed as several words, or once for each with its flag. */
  kind: 'value' | 'switch' | 'list' | 'repeated'
  isRequired: boolean
  schema: JsonSchema
}

export type CommandLine = { description?: string; arguments: Argument[] }

/** What cannot be expressed as parameters: the caller passes plain arguments to such a program. */
const UNREADABLE =
  /\.add_subparsers\(|\.add_mutually_exclusive_group\(|parse_known_args\(|argparse\.REMAINDER|fromfile_prefix_chars/

/** Returns undefined for a program without argparse, and for one whose arguments are made by code. */
export function readArgparse(source: string): CommandLine | undefined {
  if (!/\bargparse\b/.test(source) || UNREADABLE.test(source)) return undefined
  const read: Argument[] = []
  let description: string | undefined
  let isReadable = true
  parser.parse(source).iterate({
    enter({ node, type }) {
      if (type.name !== 'CallExpression') return
      const callee = node.firstChild ? readNodeText(node.firstChild, source) : ''
      const values = node.getChild('ArgList')
      if (!values) return
      if (/(^|\.)ArgumentParser$/.test(callee))
        description = textOf(readArguments(values, source).named.description)
      if (!callee.endsWith('.add_argument')) return
      const argument = isInLoop(node) ? undefined : readArgument(values, source)
      if (argument) read.push(argument)
      else isReadable = false
    },
  })
  const isUnique = new Set(read.map(({ name }) => name)).size === read.length
  if (!isReadable || !isUnique || read.length === 0) return undefined
  return { ...(description && { description }), arguments: read }
}

function isInLoop(node: SyntaxNode): boolean {
  for (let above = node.parent; above; above = above.parent)
    if (above.name === 'ForStatement' || above.name === 'WhileStatement') return true
  return false
}

type Value = { text: string; json?: Json }
type Values = { positional: Value[]; named: { [name: string]: Value | undefined } }

function readArguments(list: SyntaxNode, source: string): Values {
  const values: Values = { positional: [], named: {} }
  const nodes = namedChildren(list)
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]!
    if (node.name === 'VariableName' && nodes[index + 1]?.name === 'AssignOp') {
      values.named[readNodeText(node, source)] = readValue(nodes[index + 2], source)
      index += 2
    } else values.positional.push(readValue(node, source))
  }
  return values
}

function readValue(node: SyntaxNode | undefined, source: string): Value {
  if (!node) return { text: '' }
  const text = readNodeText(node, source)
  const json = readLiteral(node, source)
  return { text, ...(json !== undefined && { json }) }
}

const WORDS: Record<string, Json> = { True: true, False: false, None: null }

/** Returns undefined for anything but a literal. */
function readLiteral(node: SyntaxNode, source: string): Json | undefined {
  const text = readNodeText(node, source)
  if (node.name === 'String') return readString(text)
  if (node.name === 'ContinuedString') {
    const parts = namedChildren(node).map((each) => readString(readNodeText(each, source)))
    return parts.every((each) => each !== undefined) ? parts.join('') : undefined
  }
  if (Object.hasOwn(WORDS, text)) return WORDS[text]
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (node.name === 'ParenthesizedExpression') {
    const [inside] = namedChildren(node)
    return inside && readLiteral(inside, source)
  }
  if (node.name !== 'ArrayExpression' && node.name !== 'TupleExpression') return undefined
  const items = namedChildren(node).map((each) => readLiteral(each, source))
  return items.every((each) => each !== undefined) ? items : undefined
}

function readString(literal: string): string | undefined {
  return stringValue(literal) ?? /^"""((?:(?!""").)*)"""$/s.exec(literal)?.[1]
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value?.json === 'string' ? value.json.replace(/\s+/g, ' ').trim() : undefined
}

const TYPES: Record<string, JsonSchema | undefined> = {
  int: { type: 'integer' },
  float: { type: 'number' },
}

/** Returns undefined if what decides how the argument is passed is not written out. */
function readArgument(list: SyntaxNode, source: string): Argument | undefined {
  const { positional, named } = readArguments(list, source)
  const names = positional.map(({ json }) => json)
  if (names.length === 0 || !names.every((each) => typeof each === 'string')) return undefined
  const flags = names.filter((each) => each.startsWith('-'))
  const flag = flags.find((each) => each.startsWith('--')) ?? flags[0]
  if ((flag === undefined) !== (flags.length === 0) || (flags.length > 0 && flags.length < names.length))
    return undefined
  const dest = textOf(named.dest) ?? (flag ?? names[0]!).replace(/^-+/, '')
  const name = dest.replaceAll(/\W/g, '_')
  const kind = readKind(named, flag !== undefined)
  if (!kind) return undefined
  const description = textOf(named.help)
  const preset = named.default?.json
  const item = { ...(TYPES[named.type?.text ?? ''] ?? { type: 'string' }), ...readChoices(named.choices) }
  const schema: JsonObject =
    kind === 'switch'
      ? { type: 'boolean' }
      : kind === 'value'
        ? item
        : { type: 'array', items: item, ...(named.nargs?.json === '+' && { minItems: 1 }) }
  const isOptional =
    flag === undefined ? ['?', '*'].includes(String(named.nargs?.json)) : named.required?.json !== true
  return {
    name,
    ...(flag !== undefined && { flag }),
    kind,
    isRequired: kind !== 'switch' && !isOptional && preset === undefined,
    schema: {
      ...schema,
      title: capitalise(name.replaceAll('_', ' ').trim()),
      ...(description && { description }),
      ...(kind === 'value' && isDefault(preset, item) && { default: preset }),
    },
  }
}

/** A default of another type than the values, as with `type=Path`, is left to the program. */
function isDefault(value: Json | undefined, { type, enum: choices }: JsonSchema): value is Json {
  if (Array.isArray(choices) && !choices.some((each) => each === value)) return false
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function readKind(named: Values['named'], hasFlag: boolean): Argument['kind'] | undefined {
  const { action, nargs } = named
  if (action && typeof action.json !== 'string') return undefined
  if (nargs && nargs.json === undefined) return undefined
  switch (action?.json) {
    case undefined:
    case 'store':
      if (nargs === undefined || nargs.json === '?') return 'value'
      return nargs.json === '+' || nargs.json === '*' || typeof nargs.json === 'number' ? 'list' : undefined
    case 'store_true':
      return 'switch'
    case 'append':
      return hasFlag && nargs === undefined ? 'repeated' : undefined
    default:
      return undefined
  }
}

function readChoices(choices: Value | undefined): JsonObject {
  const list = choices?.json
  const isPlain =
    Array.isArray(list) && list.length > 0 && list.every((each) => !isObject(each) && each !== null)
  return isPlain ? { enum: list } : {}
}
