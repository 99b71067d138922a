import { listTypes } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import {
  type LintAdvice,
  type LintedSkill,
  type LintRule,
  MAX_SEARCHED_SOURCE_CHARS,
} from '../model/linted-skill.ts'
import {
  addKeyword,
  type FieldView,
  findDescription,
  formatValue,
  hasEnum,
  keywordValue,
  type ObjectPart,
} from '../model/object-part.ts'

// The word "optional" alone does not.
const EXPLAINS_ABSENCE =
  /\b(?:defaults?|omit(?:ted)?|absent|absence|missing|unset|unspecified|unless|otherwise|left (?:out|empty|blank)|leave (?:it |this )?(?:out|empty|blank)|(?:if|when|where) (?:it is |it's )?(?:not|none|nothing|empty|no \w+)|(?:not|un)(?: ?)(?:given|set|specified|provided|present|sent|supplied)|without (?:it|one|this))\b/i

export const absenceExplained: LintRule = {
  id: 'absence-explained',
  title: 'Give optional parameters a default, or explain what omitting them means',
  reason: 'Callers that omit a parameter need to know what happens. A default is also shown in the form.',
  source: 'Contracts §7; Skill Input/Output Contract Design 31.1',
  check: (skill) =>
    skill.input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap((part) => part.fields.filter(isUnexplained).map((field) => adviceOn(skill, part, field))),
}

function isUnexplained(field: FieldView): boolean {
  const { isRequired, schema } = field
  if (isRequired || Object.hasOwn(schema, 'default') || Object.hasOwn(schema, 'const')) return false
  return !EXPLAINS_ABSENCE.test(findDescription(field))
}

function adviceOn({ skill }: LintedSkill, part: ObjectPart, field: FieldView): LintAdvice {
  const { name, pointer } = field
  const sentence = `“${name}” is optional, but it is not clear what happens when it is omitted.`
  const value = part.isTop ? defaultInCode(skill, name) : undefined
  if (value === undefined || !isAllowed(value, part, field)) {
    return { pointer, sentence, judgement: 'Add a default, or explain it in the description.' }
  }
  const fix = {
    title: `Make ${formatValue(value)} the default`,
    edits: [addKeyword(field, part, 'default', value)],
    note: 'Your code already uses it when there is no value.',
  }
  return { pointer, sentence, fix }
}

/** Returns false for schemas with further keywords. */
function isAllowed(value: Json, part: ObjectPart, field: FieldView): boolean {
  const { schema } = field
  if (!isOfDeclaredType(value, listTypes(schema))) return false
  if (hasEnum(field)) return Array.isArray(schema.enum) && schema.enum.includes(value)
  const [low, high] = [keywordValue(field, part, 'minimum'), keywordValue(field, part, 'maximum')]
  if (typeof value === 'number') {
    return (
      (typeof low !== 'number' || value >= low) &&
      (typeof high !== 'number' || value <= high) &&
      hasNoFurtherKeywords(schema)
    )
  }
  return hasNoFurtherKeywords(schema)
}

const ASKS_MORE = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'multipleOf',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  '$ref',
  'if',
  'contains',
  'minProperties',
  'required',
]

function hasNoFurtherKeywords(schema: object): boolean {
  return !ASKS_MORE.some((keyword) => Object.hasOwn(schema, keyword))
}

const LITERAL = `(-?\\d+(?:\\.\\d+)?|true|false|True|False|'[^'\\\\\\n]*'|"[^"\\\\\\n]*"|\\[\\s*\\])`

/** Finds defaults in the code, in their simple forms only. */
function defaultInCode(skill: JsonObject, name: string): Json | undefined {
  const defaultsOfSkill = defaults.get(skill) ?? defaultsIn(skill)
  defaults.set(skill, defaultsOfSkill)
  const found = defaultsOfSkill.get(name)
  return found === undefined ? undefined : parseLiteral(found)
}

const defaults = new WeakMap<JsonObject, ReadonlyMap<string, string>>()

/** Returns the first default in the code by name; one where the parameter is read takes precedence. */
function defaultsIn(skill: JsonObject): ReadonlyMap<string, string> {
  const source = typeof skill.definition === 'string' ? skill.definition : ''
  const found = new Map<string, string>()
  if (source.length > MAX_SEARCHED_SOURCE_CHARS) return found
  if (skill.runtime === 'python') collect(found, PYTHON, source)
  else {
    collect(found, READ, source)
    collect(found, BOUND, describeBindings(source))
  }
  return found
}

function collect(found: Map<string, string>, form: RegExp, text: string): void {
  for (const [, name = '', literal = ''] of text.matchAll(form))
    if (!found.has(name)) found.set(name, literal)
}

const NAME = '([A-Za-z_]\\w{0,99})'

/** parameters.limit ?? 5 */
const READ = new RegExp(`\\bparameters ?(?:\\?\\.|\\.)${NAME} ?(?:\\?\\?|\\|\\|) ?${LITERAL}(?![\\w.])`, 'g')

/** limit = 5, in a binding of the parameters */
const BOUND = new RegExp(`(?<![\\w$.])${NAME} ?= ?${LITERAL}(?![\\w.])`, 'g')
const PYTHON = new RegExp(`\\bargs\\.get\\( ?["']${NAME}["'] ?, ?${LITERAL} ?\\)`, 'g')

const BRACES = /\{[^{}]*\}/g

/** { limit = 5 } = parameters, and parameters: { limit = 5 } */
function describeBindings(source: string): string {
  const found = [...source.matchAll(BRACES)].filter(({ index, 0: { length } }) => {
    const [before, after] = [
      source.slice(Math.max(0, index - 40), index),
      source.slice(index + length, index + length + 60),
    ]
    return /\bparameters\s*:\s*$/.test(before) || /^\s*=\s*(?:\w+\.)?parameters\b/.test(after)
  })
  return found.map(([each]) => each).join('\n')
}

function parseLiteral(text: string): Json {
  if (/^true$/i.test(text)) return true
  if (/^false$/i.test(text)) return false
  if (text.startsWith('[')) return []
  return /^['"]/.test(text) ? text.slice(1, -1) : Number(text)
}

function isOfDeclaredType(value: Json, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === 'array') return Array.isArray(value)
    if (type === 'object') return isObject(value)
    if (type === 'integer') return Number.isInteger(value)
    return typeof value === type
  })
}
