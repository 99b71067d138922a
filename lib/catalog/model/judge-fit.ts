/** How a contract fits what a caller has and needs: the inclusion solver for schemas, validation for values. */

import type { Compiled } from '../../json-schema/evaluate/compiled-schema.ts'
import { ASSERTED_FORMATS } from '../../json-schema/evaluate/formats.ts'
import { interpretSchema } from '../../json-schema/evaluate/interpreter.ts'
import { prepareCompiledInput } from '../../json-schema/inputs/prepare-compiled-input.ts'
import { sampleValue } from '../../json-schema/samples/sample-value.ts'
import { listTypes } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import { type Fit, judgeFit, provenFit } from '../../plans/model/types/fit.ts'
import { toShape } from '../../plans/model/types/shape.ts'
import { declaredFields, fieldKey, type ListedContract, requiredFields } from './contract-features.ts'
import type { Held } from './held.ts'
import { contentsOfField, isDocument, isPlainName, recognizeText, suitsField } from './text-content.ts'

/**
 * From the best to the worst. `possible`: only the type agrees, such as that of any text, or the fields of what is returned are not
 * promised. `any`: the contract says nothing about it.
 */
export const FITS = ['as_is', 'coerced', 'possible', 'partial', 'any', 'none'] as const
export type FitKind = (typeof FITS)[number]

export type HaveFit = {
  kind: FitKind
  /** Names of input fields by what fills them: a name of the caller's, or '' for all that they have. */
  taken: ReadonlyMap<string, string>
  /** Required fields that nothing fills. */
  missing: string[]
  /** Arguments from what the caller has, if that is a value. */
  args?: Json
  /** The earlier major whose input it is; the site migrates it. */
  version?: string
  /** From 0 to 1 if only the type agrees: whether the field is required and named like one for such a value. */
  likelihood?: number
}

export type WantFit = {
  kind: Exclude<FitKind, 'partial'>
  /** The part of the output that fits, such as `/rows`; '' for all of it. */
  at: string
}

/** Dozens of pairs are compared in a search, which nobody waits seconds for. */
const WITHIN_MS = 50

function fitOfSchemas(promised: JsonSchema, demanded: JsonSchema): Fit {
  return judgeFit(toShape(promised), { shape: toShape(demanded) }, WITHIN_MS)
}

export function provenFitOf(promised: JsonSchema, demanded: JsonSchema) {
  return provenFit(toShape(promised), toShape(demanded), WITHIN_MS)
}

const NO_FIT: HaveFit = { kind: 'none', taken: new Map(), missing: [] }

export function judgeHave(held: Held, contract: ListedContract): HaveFit {
  const { input, earlier } = contract
  const found = judgeInput(held, input)
  if (found.kind === 'as_is' || found.kind === 'coerced' || !earlier) return found
  const former = judgeInput(held, earlier.input)
  if (former.kind !== 'as_is') return found
  return { ...former, kind: 'coerced', version: earlier.version }
}

function judgeInput(held: Held, input: JsonSchema): HaveFit {
  const fields = declaredFields(input)
  if (fields.size === 0) return { ...NO_FIT, kind: isClosed(input) ? 'none' : 'any' }
  const byName = isObjectHeld(held) ? matchNames(held, fields) : new Map<string, string>()
  const named = byName.size > 0 ? judgeNamed(held, input, byName) : undefined
  if (named && named.kind !== 'none') return named
  return judgeWhole(held, input, fields)
}

function isClosed({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties === false
}

function isObjectHeld(held: Held): boolean {
  return held.kind === 'value' ? isObject(held.value) : declaredFields(held.schema).size > 0
}

/** Returns the caller's name for each field that has the same name but for case and separators. */
function matchNames(held: Held, fields: ReadonlyMap<string, JsonSchema>): Map<string, string> {
  const own =
    held.kind === 'value' ? Object.keys(held.value as JsonObject) : [...declaredFields(held.schema).keys()]
  const byKey = new Map(own.map((name) => [fieldKey(name), name]))
  const matched = [...fields.keys()].flatMap((field): [string, string][] => {
    const name = own.includes(field) ? field : byKey.get(fieldKey(field))
    return name === undefined ? [] : [[field, name]]
  })
  return new Map(matched)
}

function judgeNamed(held: Held, input: JsonSchema, names: ReadonlyMap<string, string>): HaveFit {
  return held.kind === 'value'
    ? judgeArguments(input, held.value as JsonObject, names)
    : judgeSchema(input, held.schema, names)
}

/** Leaves out fields with values that the skill refuses. */
function judgeArguments(input: JsonSchema, value: JsonObject, names: ReadonlyMap<string, string>): HaveFit {
  const compiled = interpretOrUndefined(input)
  if (!compiled) return NO_FIT
  const fields = declaredFields(input)
  const suits = ([field, name]: [string, string]) => isSentAsDemanded(value[name], fields.get(field) ?? {})
  let taken = new Map([...names].filter(suits))
  for (let round = 0; round < 2 && taken.size > 0; round++) {
    const args = Object.fromEntries([...taken].map(([field, name]) => [field, value[name] as Json]))
    const prepared = prepareCompiledInput(compiled, args)
    const refused = new Set(
      prepared.issues.map(({ path }) => pointerKeys(path)[0] ?? '').filter((key) => taken.has(key)),
    )
    if (refused.size === 0) {
      const missing = missingFrom(input, taken, prepared.value)
      const isRenamed = [...taken].some(([field, name]) => field !== name)
      const isComplete = prepared.issues.length === 0
      const isChanged = prepared.coercions.length > 0 || isRenamed
      return { kind: isComplete ? (isChanged ? 'coerced' : 'as_is') : 'partial', taken, missing, args }
    }
    taken = new Map([...taken].filter(([field]) => !refused.has(field)))
  }
  return NO_FIT
}

/** Formats of files are annotations, which no validator checks: a text that is no file would only fail in the run. */
function isSentAsDemanded(value: Json | undefined, schema: JsonSchema): boolean {
  if (typeof value !== 'string') return true
  const [demanded] = contentsOfField('', schema)
  if (demanded !== 'blob' && (demanded !== 'file' || schema.format !== 'data-url')) return true
  return suitsField({ content: recognizeText(value), text: value }, '', schema) !== 'none'
}

function missingFrom(input: JsonSchema, taken: ReadonlyMap<string, string>, filled: Json): string[] {
  const isFilled = (name: string) => taken.has(name) || (isObject(filled) && Object.hasOwn(filled, name))
  return requiredFields(input).filter((name) => !isFilled(name))
}

function judgeSchema(input: JsonSchema, held: JsonSchema, names: ReadonlyMap<string, string>): HaveFit {
  const [own, fields] = [declaredFields(held), declaredFields(input)]
  const certain = requiredFields(held)
  const projected = (taken: ReadonlyMap<string, string>): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries([...taken].map(([field, name]) => [field, own.get(name)!])),
    required: [...taken]
      .filter(([, name]) => certain.length === 0 || certain.includes(name))
      .map(([field]) => field),
    additionalProperties: false,
    ...(isObject(held.$defs) && { $defs: held.$defs }),
  })
  const isRenamed = [...names].some(([field, name]) => field !== name)
  const whole = provenFitOf(projected(names), input)
  if (whole === 'assignable') return { kind: isRenamed ? 'coerced' : 'as_is', taken: names, missing: [] }
  if (whole === 'coercible') return { kind: 'coerced', taken: names, missing: [] }
  const taken = new Map(
    [...names].filter(([field, name]) => {
      const fit = fitOfSchemas(withDefs(own.get(name)!, held), withDefs(fields.get(field)!, input))
      return fit.kind === 'assignable' || fit.kind === 'coercible'
    }),
  )
  if (taken.size === 0) return NO_FIT
  return { kind: 'partial', taken, missing: requiredFields(input).filter((name) => !taken.has(name)) }
}

function withDefs(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $defs, definitions } = root
  return {
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    ...schema,
  }
}

/** Looks for the field that takes all that the caller has: one for its content, else a required one of its type. */
function judgeWhole(held: Held, input: JsonSchema, fields: ReadonlyMap<string, JsonSchema>): HaveFit {
  const required = requiredFields(input)
  const likely = [...fields].toSorted(
    ([a, one], [b, other]) => weigh(b, other, required, held) - weigh(a, one, required, held),
  )
  let best: { fit: HaveFit; rank: number } = { fit: NO_FIT, rank: 0 }
  for (const [field, schema] of likely.slice(0, MAX_TRIED_FIELDS)) {
    const fit = fitWhole(held, field, withDefs(schema, input), required)
    const rank = fit.kind === 'none' ? 0 : FITS.length - FITS.indexOf(fit.kind) + (fit.likelihood ?? 1) / 2
    if (rank > best.rank) best = { fit, rank }
    if (fit.kind === 'as_is' || fit.kind === 'coerced') break
  }
  return best.fit
}

function fitWhole(held: Held, field: string, schema: JsonSchema, required: readonly string[]): HaveFit {
  const isOpen = schema.type === undefined && schema.enum === undefined && schema.$ref === undefined
  const fit = isOpen ? 'any' : fitOfField(held, field, schema)
  if (fit === 'none') return NO_FIT
  // Nearly every skill has an optional text or number, such as a title.
  if (fit === 'possible' && !required.includes(field) && !isPlainName(field)) return NO_FIT
  const missing = required.filter((name) => name !== field)
  const kind = fit === 'any' ? 'any' : missing.length > 0 ? 'partial' : fit
  const likelihood = fit === 'possible' ? { likelihood: likelihoodOf(held, field, required) } : {}
  const args = held.kind === 'value' ? { args: { [field]: held.value } } : {}
  return { kind, taken: new Map([[field, '']]), missing, ...args, ...likelihood }
}

function likelihoodOf({ content }: Held, field: string, required: readonly string[]): number {
  const isNamed = content !== undefined && isDocument(content) && isPlainName(field)
  return (required.includes(field) ? 0.5 : 0) + (isNamed ? 0.5 : 0)
}

const MAX_TRIED_FIELDS = 12

function weigh(name: string, schema: JsonSchema, required: readonly string[], { content }: Held): number {
  const suits = content && isTextField(schema) ? suitsField({ content }, name, textSchema(schema)) : 'open'
  return (
    (suits === 'named' ? 8 : 0) +
    (required.includes(name) ? 4 : 0) +
    (isPlainName(name) ? 2 : 0) +
    (schema.type === undefined ? 0 : 1)
  )
}

/** A text, or a list of texts, into which a call puts a single one. */
function isTextField(schema: JsonSchema): boolean {
  return listTypes(textSchema(schema)).includes('string')
}

function textSchema(schema: JsonSchema): JsonSchema {
  const isList = listTypes(schema).includes('array') && isObject(schema.items)
  return isList && isObject(schema.items) ? schema.items : schema
}

/** Calls put one value into a list where a list is demanded. Almost any object would fit a list of objects so. */
function isObjectForList(given: JsonSchema, demanded: JsonSchema): boolean {
  const isOnly = (schema: JsonSchema, type: string) => {
    const types = listTypes(schema)
    return types.length === 1 && types[0] === type
  }
  return isOnly(given, 'object') && isOnly(demanded, 'array')
}

function fitOfField(
  held: Held,
  field: string,
  schema: JsonSchema,
): 'as_is' | 'coerced' | 'possible' | 'none' {
  if (isObjectForList(held.schema, schema)) return 'none'
  const accepted = acceptanceOf(held, schema)
  if (accepted === 'none' || isTellingType(held.schema)) return accepted
  const { content } = held
  if (content !== undefined && isTextField(schema)) {
    const text = held.kind === 'value' && typeof held.value === 'string' ? held.value : undefined
    const suits = suitsField({ content, ...(text !== undefined && { text }) }, field, textSchema(schema))
    if (suits === 'named') return accepted
    if (suits === 'none' || (text !== undefined && isForOneLine(text, textSchema(schema)))) return 'none'
  }
  return isNarrow(held, textSchema(schema)) ? accepted : 'possible'
}

function acceptanceOf(held: Held, schema: JsonSchema): 'as_is' | 'coerced' | 'none' {
  if (held.kind === 'schema') {
    const fit = provenFitOf(held.schema, schema)
    return fit === 'assignable' ? 'as_is' : fit === 'coercible' ? 'coerced' : 'none'
  }
  const compiled = interpretOrUndefined(schema)
  if (!compiled) return 'none'
  const { issues, coercions } = prepareCompiledInput(compiled, held.value)
  if (issues.length > 0) return 'none'
  return coercions.length > 0 ? 'coerced' : 'as_is'
}

/** Lists and objects say something by their type; nearly every skill takes some text or number. */
function isTellingType(schema: JsonSchema): boolean {
  const types = listTypes(schema)
  return types.length > 0 && types.every((type) => type === 'array' || type === 'object')
}

const MAX_LINE_CHARS = 200

/** Whether a text of several lines meets a field that shows one. */
function isForOneLine(text: string, { format, maxLength }: JsonSchema): boolean {
  return (
    /[\r\n]/.test(text.trim()) && (format === 'password' || Number(maxLength ?? Infinity) <= MAX_LINE_CHARS)
  )
}

/** Whether the field takes few values, such as dates, codes or choices, and therefore says that this is one. */
function isNarrow(held: Held, schema: JsonSchema): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return true
  if (!isTextValue(held)) return false
  if (ASSERTED_FORMATS.some((format) => format === schema.format) && schema.format !== 'hostname') return true
  const compiled = typeof schema.pattern === 'string' ? interpretOrUndefined(schema) : undefined
  return compiled !== undefined && ORDINARY_TEXTS.every((text) => !compiled.accepts(text))
}

function isTextValue({ schema }: Held): boolean {
  return listTypes(schema).includes('string')
}

const ORDINARY_TEXTS = ['word', 'Some words, and more.']

function interpretOrUndefined(schema: JsonSchema): Compiled | undefined {
  try {
    return interpretSchema(schema)
  } catch {
    return undefined
  }
}

/** Judges the whole output, else its fields, and the items of lists. */
export function judgeWant(want: JsonSchema, { output }: ListedContract): WantFit {
  if (Object.keys(want).length === 0) return { kind: 'any', at: '' }
  const whole = fitOfOutput(output, want)
  if (whole !== 'none') return { kind: whole, at: '' }
  let best: WantFit = { kind: 'none', at: '' }
  for (const [name, schema] of [...declaredFields(output)].slice(0, MAX_TRIED_FIELDS)) {
    if (name === 'message') continue
    const field = withDefs(schema, output)
    const sure = fitOfOutput(field, want)
    const fit = sure === 'none' && mayHaveItems(field, want) ? 'possible' : sure
    if (fit === 'as_is') return { kind: fit, at: toPointer([name]) }
    if (FITS.indexOf(fit) < FITS.indexOf(best.kind)) best = { kind: fit, at: toPointer([name]) }
  }
  return best
}

/** Whether a list of objects whose fields are not promised, such as the rows of any table, may have the fields that are needed. */
function mayHaveItems(promised: JsonSchema, want: JsonSchema): boolean {
  const [given, needed] = [promised.items, want.items]
  const isList = listTypes(promised).includes('array') && listTypes(want).includes('array')
  if (!isList || !isObject(given) || !isObject(needed)) return false
  if (!listTypes(given).includes('object') || !listTypes(needed).includes('object')) return false
  if (declaredFields(given).size > 0 || isClosed(given)) return false
  return fitOfSchemas(withDefs(given, promised), withDefs(needed, want)).kind !== 'impossible'
}

function fitOfOutput(promised: JsonSchema, want: JsonSchema): WantFit['kind'] {
  const saysNothing =
    promised.type === undefined && promised.$ref === undefined && declaredFields(promised).size === 0
  if (isObjectForList(promised, want)) return 'none'
  const fit = provenFitOf(promised, want)
  if (fit === 'assignable') return 'as_is'
  return fit === 'coercible' && !saysNothing ? 'coerced' : 'none'
}

/** Whether a value is an object without fields. */
function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

/** The caller has longer values already. */
const MAX_SHOWN_CHARS = 200

/**
 * Returns arguments that the contract accepts: the caller's values, and for the rest the publisher's example or plain values of the
 * type. `placeholders` has the pointers of fields that the caller has to replace, also of long values that they have. Undefined
 * if none can be made, and for a contract without required fields of which no example is known: it accepts a call without
 * arguments, with which most skills fail.
 */
export function exampleCall(
  { input, earlier, example }: ListedContract,
  fit: Pick<HaveFit, 'args' | 'taken' | 'version'> = { taken: new Map() },
): { args: Json; placeholders: string[] } | undefined {
  const schema = fit.version && earlier ? earlier.input : input
  const compiled = interpretOrUndefined(schema)
  if (!compiled) return undefined
  const held = isObject(fit.args) ? Object.entries(fit.args) : []
  const own = Object.fromEntries(held.filter(([, value]) => JSON.stringify(value).length <= MAX_SHOWN_CHARS))
  const long = held.filter(([name]) => !Object.hasOwn(own, name)).map(([name]) => name)
  const required = requiredFields(schema)
  const runsEmpty = isEmpty(example) || declaredFields(schema).size === 0
  for (const filling of [example, sampleValue(schema)]) {
    if (!isObject(filling)) continue
    const needed = Object.entries(filling).filter(
      ([name]) => required.includes(name) && !Object.hasOwn(own, name),
    )
    for (const rest of [needed, Object.entries(filling).filter(([name]) => !Object.hasOwn(own, name))]) {
      const args = { ...own, ...Object.fromEntries(rest) }
      if (isEmpty(args) && !runsEmpty) continue
      if (prepareCompiledInput(compiled, args).issues.length > 0) continue
      const replaced = [...new Set([...rest.map(([name]) => name), ...long])]
      return { args, placeholders: replaced.map((name) => toPointer([name])) }
    }
  }
  return undefined
}
