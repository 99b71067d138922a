/**
 * A field under another name, everywhere the document names it: schema, `required`, defaults, examples, buttons
 * and code.
 *
 * Ground, pure. Where one of these places cannot be changed with certainty there is no fix, and why.
 */
import { eachObject } from '../json/each-object.ts'
import { isObject, type Json } from '../json/json.ts'
import type { Operation } from '../json/json-patch.ts'
import { toPointer } from '../json/json-pointer.ts'
import { walkSchema } from '../schema/schema-tree.ts'
import { knownValues } from './known-values.ts'
import type { LintedSkill, SchemaView } from './linted-skill.ts'
import { sourceOf } from './linted-skill.ts'
import type { FieldView, ObjectPart } from './object-part.ts'
import { renamedInCode } from './rename-in-code.ts'

type Rename = { view: SchemaView; part: ObjectPart; field: FieldView; to: string }
type Answer = { edits: Operation[]; whyNot?: undefined } | { edits?: undefined; whyNot: string }

// Keywords that name properties, or depend on what they are called.
const NAMES_FIELDS = [
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'patternProperties',
  'if',
  'unevaluatedProperties',
]
const MAX_PAYLOAD = 200

export function renameField(linted: LintedSkill, { view, part, field, to }: Rename): Answer {
  const whyNot = whyNotInSchema(view, part, field, to)
  if (whyNot) return { whyNot }
  const holders = knownValues(linted, view, part.places).filter(
    ({ value }) => isObject(value) && Object.hasOwn(value, field.name),
  )
  if (holders.some(({ value }) => isObject(value) && Object.hasOwn(value, to))) {
    return { whyNot: `An example holds “${to}” already.` }
  }
  const code = codeEdits(linted, { view, part, field, to })
  const buttons = view.side === 'input' ? buttonEdits(linted, part, field.name, to) : []
  if (!code || !buttons) {
    return {
      whyNot: `The ${code ? 'buttons name' : 'code names'} “${field.name}” in a way that cannot be changed from here: rename it there and here together.`,
    }
  }
  const moves = holders.map(({ pointer }) => moveIn(pointer, field.name, to))
  return { edits: [...schemaEdits(part, field, to), ...moves, ...buttons, ...code] }
}

function whyNotInSchema(view: SchemaView, part: ObjectPart, { pointer }: FieldView, to: string) {
  const declared = part.notation === 'map' ? part.schema : part.schema.properties
  if (isObject(declared) && Object.hasOwn(declared, to)) {
    return `There is a “${to}” already.`
  }
  const others = view.parts.filter(
    (each) => each !== part && each.places.some((place) => part.places.some((own) => isSame(place, own))),
  )
  const isEntangled = part.isComposed || part.isRecursive || others.length > 0
  if (
    isEntangled ||
    NAMES_FIELDS.some((keyword) => part.notation === 'schema' && Object.hasOwn(part.schema, keyword))
  ) {
    return 'Several schemas speak of this field: rename it in all of them.'
  }
  const below = pointer.slice(view.pointer.length)
  let isReferred = false
  if (isObject(view.authored)) {
    walkSchema(view.authored, ({ $ref }) => {
      isReferred ||= typeof $ref === 'string' && pointsBelow($ref, below)
    })
  }
  return isReferred ? 'Another part of the schema refers to this field: rename it there too.' : undefined
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

/** Undefined when the code has to be changed by hand. */
function codeEdits(linted: LintedSkill, { view, part, field, to }: Rename): Operation[] | undefined {
  const source = sourceOf(linted)
  if (source.trim() === '') return []
  // What the code returns, and what it reads deep inside, cannot be told from the text.
  if (view.side === 'output' || !part.isTop)
    return new RegExp(`\\b${field.name}\\b`).test(source) ? undefined : []
  const changed = renamedInCode(linted.skill, field.name, to)
  if (changed === undefined) return undefined
  return changed === source ? [] : [{ op: 'replace', path: `${linted.pointer}/definition`, value: changed }]
}

/** Payloads that are inputs. Undefined when one would become too long. */
function buttonEdits(
  linted: LintedSkill,
  part: ObjectPart,
  from: string,
  to: string,
): Operation[] | undefined {
  if (!part.isTop) return []
  const edits: Operation[] = []
  for (const [{ payload }, index] of eachObject(linted.skill.buttons)) {
    const input = typeof payload === 'string' ? readJson(payload) : undefined
    if (!isObject(input) || !Object.hasOwn(input, from)) continue
    const text = JSON.stringify(
      Object.fromEntries(Object.entries(input).map(([key, value]) => [key === from ? to : key, value])),
    )
    if (text.length > MAX_PAYLOAD) return undefined
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
