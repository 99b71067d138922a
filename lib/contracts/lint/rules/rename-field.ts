/** Returns no fix if a use cannot be changed reliably. */

import { walkSchema } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import type { Operation } from '../../../kernel/json/json-patch.ts'
import { objectEntries, toPointer } from '../../../kernel/json/json-pointer.ts'
import { MAX_BUTTON_PAYLOAD_CHARS } from '../../document/skill-schema.ts'
import { knownValues } from '../model/known-values.ts'
import type { LintedSkill, SchemaView } from '../model/linted-skill.ts'
import { MAX_SEARCHED_SOURCE_CHARS, sourceOf } from '../model/linted-skill.ts'
import type { FieldView, ObjectPart } from '../model/object-part.ts'

type Rename = { view: SchemaView; part: ObjectPart; field: FieldView; to: string }
type RenameResult = { edits: Operation[]; error?: undefined } | { edits?: undefined; error: string }

const NAMES_FIELDS = [
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'patternProperties',
  'if',
  'unevaluatedProperties',
]

export function renameField(linted: LintedSkill, { view, part, field, to }: Rename): RenameResult {
  const schemaError = renameErrorInSchema(view, part, field, to)
  if (schemaError) return { error: schemaError }
  const holders = knownValues(linted, view, part.dataPaths).filter(
    ({ value }) => isObject(value) && Object.hasOwn(value, field.name),
  )
  if (holders.some(({ value }) => isObject(value) && Object.hasOwn(value, to))) {
    return { error: `An example already has a field “${to}”.` }
  }
  const code = codeEdits(linted, { view, part, field, to })
  const buttons = view.side === 'input' ? buttonEdits(linted, part, field.name, to) : []
  if (!code || !buttons) {
    return {
      error: `The ${code ? 'buttons name' : 'code names'} “${field.name}” in a way that cannot be renamed automatically. Rename it in both places.`,
    }
  }
  const moves = holders.map(({ pointer }) => moveIn(pointer, field.name, to))
  return { edits: [...schemaEdits(part, field, to), ...moves, ...buttons, ...code] }
}

function renameErrorInSchema(view: SchemaView, part: ObjectPart, { pointer }: FieldView, to: string) {
  const declared = part.notation === 'map' ? part.schema : part.schema.properties
  if (isObject(declared) && Object.hasOwn(declared, to)) {
    return `A field “${to}” already exists.`
  }
  const others = view.parts.filter(
    (each) =>
      each !== part && each.dataPaths.some((dataPath) => part.dataPaths.some((own) => isSame(dataPath, own))),
  )
  const isEntangled = part.isComposed || part.isRecursive || others.length > 0
  if (
    isEntangled ||
    NAMES_FIELDS.some((keyword) => part.notation === 'schema' && Object.hasOwn(part.schema, keyword))
  ) {
    return 'Several schemas declare this field. Rename it in all of them.'
  }
  const below = pointer.slice(view.pointer.length)
  let isReferred = false
  if (isObject(view.authored)) {
    walkSchema(view.authored, ({ $ref }) => {
      isReferred ||= typeof $ref === 'string' && pointsBelow($ref, below)
    })
  }
  return isReferred ? 'Another part of the schema refers to this field. Rename it there too.' : undefined
}

function pointsBelow(ref: string, pointer: string): boolean {
  return [ref, ref.replaceAll('%24', '$')].some((each) => each.startsWith(`#${pointer}`))
}

function schemaEdits(part: ObjectPart, { name }: FieldView, to: string): Operation[] {
  if (part.notation === 'map') return [moveIn(part.pointer, name, to)]
  const { required } = part.schema
  const renamed = Array.isArray(required) && required.includes(name)
  return [
    moveIn(`${part.pointer}/properties`, name, to),
    ...(renamed
      ? [
          {
            op: 'replace' as const,
            path: `${part.pointer}/required`,
            value: required.map((each) => (each === name ? to : each)),
          },
        ]
      : []),
  ]
}

function moveIn(holder: string, from: string, to: string): Operation {
  return { op: 'move', from: holder + toPointer([from]), path: holder + toPointer([to]) }
}

/** Returns the renamed code; undefined if only the author can change it. */
function codeEdits(linted: LintedSkill, { view, part, field, to }: Rename): Operation[] | undefined {
  const source = sourceOf(linted)
  if (source.trim() === '') return []
  if (view.side === 'output' || !part.isTop)
    return new RegExp(`\\b${field.name}\\b`).test(source) ? undefined : []
  const changed = renameInCode(linted.skill, field.name, to)
  if (changed === undefined) return undefined
  return changed === source ? [] : [{ op: 'replace', path: `${linted.pointer}/definition`, value: changed }]
}

/** Returns undefined if a payload would exceed the limit. */
function buttonEdits(
  linted: LintedSkill,
  part: ObjectPart,
  from: string,
  to: string,
): Operation[] | undefined {
  if (!part.isTop) return []
  const edits: Operation[] = []
  for (const [{ payload }, index] of objectEntries(linted.skill.buttons)) {
    const input = typeof payload === 'string' ? readJson(payload) : undefined
    if (!isObject(input) || !Object.hasOwn(input, from)) continue
    const text = JSON.stringify(
      Object.fromEntries(Object.entries(input).map(([key, value]) => [key === from ? to : key, value])),
    )
    if (text.length > MAX_BUTTON_PAYLOAD_CHARS) return undefined
    edits.push({ op: 'replace', path: `${linted.pointer}/buttons/${index}/payload`, value: text })
  }
  return edits
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index])
}

/** Returns undefined if the reference is ambiguous. */
function renameInCode(skill: JsonObject, from: string, to: string): string | undefined {
  const source = typeof skill.definition === 'string' ? skill.definition : ''
  const word = new RegExp(`(?<![\\w$])${from.replaceAll('$', '\\$')}(?![\\w$])`)
  if (!word.test(source)) return source
  if (!/^[A-Za-z_]\w*$/.test(from) || source.length > MAX_SEARCHED_SOURCE_CHARS) return undefined
  return skill.runtime === 'python' ? inPython(source, from, to) : inJavaScript(source, from, to)
}

function inJavaScript(source: string, from: string, to: string): string | undefined {
  const inBraces = (text: string) =>
    text.replace(new RegExp(`(^|[,{]\\s*)${from}\\b(\\s*:)?`, 'g'), (_, before, colon) =>
      colon ? `${before}${to}:` : `${before}${to}: ${from}`,
    )
  const changed = source
    .replace(/\bparameters\s*:\s*\{[^{}]*\}/g, (text) => {
      const open = text.indexOf('{')
      return text.slice(0, open) + inBraces(text.slice(open))
    })
    .replace(/\{[^{}]*\}(?=\s*=\s*(?:\w+\.)?parameters\b)/g, inBraces)
    .replace(new RegExp(`\\b(parameters\\s*(?:\\?\\.|\\.)\\s*)${from}\\b`, 'g'), `$1${to}`)
    .replace(new RegExp(`\\b(parameters\\s*(?:\\?\\.)?\\[\\s*)(['"])${from}\\2`, 'g'), `$1$2${to}$2`)
  if (changed === source) return undefined
  // Remaining uses may mean the parameter too.
  const isLeft = new RegExp(`[.?]\\s*${from}\\b|(['"\`])${from}\\1`).test(changed)
  return isLeft ? undefined : changed
}

function inPython(source: string, from: string, to: string): string | undefined {
  const changed = source.replace(
    new RegExp(`\\b(args(?:\\.get\\(|\\[)\\s*)(['"])${from}\\2`, 'g'),
    `$1$2${to}$2`,
  )
  const isLeft = new RegExp(`(['"])${from}\\1`).test(changed)
  return changed === source || isLeft ? undefined : changed
}
