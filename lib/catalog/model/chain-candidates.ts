/** Finds chains of two skills: the second takes what the first returns. Pure, so that a thread can do it. */

import { workedMs } from '../../json-schema/limits/work-budget.ts'
import { listTypes, mapSchema } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import {
  declaredFields,
  featuresOf,
  fieldKey,
  type ListedContract,
  requiredFields,
} from './contract-features.ts'
import { type Held, neededSchema } from './held.ts'
import {
  exampleCall,
  type FitKind,
  type HaveFit,
  judgeHave,
  judgeWant,
  provenFitOf,
  type WantFit,
} from './judge-fit.ts'
import {
  contentOfSchema,
  DOCUMENT_NAMES,
  isDocument,
  isPlainName,
  suitsField,
  type TextContent,
} from './text-content.ts'

export type ChainCandidate = { name: string; contract: ListedContract | null; wordRank: number | undefined }

/** An input field of the second skill, and what fills it: a field of the first one's output, or a value of the caller's. */
type ChainLink = {
  field: string
  from: { kind: 'output'; name: string } | { kind: 'value'; value: Json }
}

export type Chain = {
  first: string
  second: string
  /** Arguments of the first skill. `placeholders` as in `exampleCall`. */
  call: { args: JsonObject; placeholders: string[] }
  links: ChainLink[]
  /** What of the caller's the first skill takes. */
  taken: string[]
  /** Where the second skill's output has what the caller needs; undefined if they need nothing in particular. */
  want?: WantFit
}

type ChainRequest = { have: Held; want?: Held | undefined; limit: number }

/** A chain is an extra, for which contracts that are slow to compare must not delay the answer. */
const COMPARED_WITHIN_MS = 1_500

/**
 * Returns up to `limit` chains whose first skill takes what the caller has, and whose second one returns what they need, or
 * matches their words. The best is first. Fields are linked by name, by a type that says more than "text" or "number", or if a text
 * such as Markdown is all that the second one requires.
 */
export function chainCandidates(candidates: readonly ChainCandidate[], request: ChainRequest): Chain[] {
  const untilMs = workedMs() + COMPARED_WITHIN_MS
  const isInTime = () => workedMs() < untilMs
  const listed = candidates.flatMap(({ contract, ...rest }) => (contract ? [{ ...rest, contract }] : []))
  const needed = request.want && neededSchema(request.want)
  const seconds = listed.flatMap((each) => (isInTime() ? asSecond(each, needed) : []))
  const firsts = listed.flatMap((each) => (isInTime() ? asFirst(each, request.have) : []))
  const chains: { chain: Chain; score: number }[] = []
  for (const second of seconds) {
    for (const first of firsts) {
      if (!isInTime()) break
      if (first.name === second.name || !mayLink(first, second)) continue
      const linked = linkSkills(first, second, request.have)
      if (linked) chains.push({ chain: linked.chain, score: linked.score + first.score + second.score })
    }
  }
  return chains
    .toSorted((a, b) => b.score - a.score)
    .slice(0, request.limit)
    .map(({ chain }) => chain)
}

type Listed = { name: string; contract: ListedContract; wordRank: number | undefined }
/** `documents` are the fields of the output that hold a text, such as Markdown. */
type First = Listed & {
  fit: HaveFit
  score: number
  returns: ReadonlySet<string>
  documents: Map<string, TextContent>
}
/** `textField` is the only required field, if it takes a text. */
type Second = Listed & {
  want?: WantFit
  score: number
  needs: string[]
  telling: string[]
  textField?: string
}

const POINTS: Partial<Record<FitKind, number>> = { as_is: 2, coerced: 1 }

function asFirst(listed: Listed, have: Held): First[] {
  const fit = judgeHave(have, listed.contract)
  const points = POINTS[fit.kind]
  if (points === undefined || fit.version !== undefined) return []
  const { contract } = listed
  const returns = new Set(featuresOf(contract).returns)
  return [{ ...listed, fit, score: points, returns, documents: documentsIn(contract) }]
}

/** Texts without a telling name may hold anything, such as a title. */
function documentsIn(contract: ListedContract): Map<string, TextContent> {
  const certain = requiredFields(contract.output)
  const texts = [...outputFields(contract)].flatMap(([name, schema]): [string, TextContent][] => {
    const content = certain.includes(name) ? contentOfSchema(name, schema) : undefined
    if (content === undefined || !isDocument(content) || schema.enum !== undefined) return []
    return content === 'text' && !isPlainName(name) ? [] : [[name, content]]
  })
  return new Map(texts)
}

function asSecond(listed: Listed, needed: JsonSchema | undefined): Second[] {
  const { contract, wordRank } = listed
  const fit = needed && judgeWant(needed, contract)
  const points = fit ? POINTS[fit.kind] : wordRank === undefined ? undefined : 2 / (1 + wordRank / 5)
  if (points === undefined) return []
  const fields = [...declaredFields(contract.input).values()]
  const telling = fields.flatMap((field) => tellingFeatures(field))
  const required = requiredFields(contract.input)
  const [textField] = required.length === 1 ? required : []
  return [
    {
      ...listed,
      ...(fit && { want: fit }),
      score: points,
      needs: required.map(fieldKey),
      telling,
      ...(textField !== undefined && { textField }),
    },
  ]
}

/** Features of a field's type that say more than "text" or "number": lists of objects, formats. */
function tellingFeatures(field: JsonSchema): string[] {
  const { takes } = featuresOf({ input: { properties: { field } }, output: {} })
  return takes.filter((feature) => /^=(array|string):/.test(feature))
}

/** Returns the features that an output needs, so that a skill of `candidates` takes it. */
export function featuresToBridge(candidates: readonly ChainCandidate[]): string[] {
  const found = candidates.flatMap(({ contract }) =>
    contract
      ? [
          ...requiredFields(contract.input).map(fieldKey),
          ...(requiredFields(contract.input).length === 1 ? DOCUMENT_NAMES : []),
          ...[...declaredFields(contract.input).values()].flatMap(tellingFeatures),
        ]
      : [],
  )
  return [...new Set(found)].filter(Boolean)
}

/** Leaves out pairs without a name or a type in common, since comparing schemas takes time. */
function mayLink({ returns, documents }: First, { needs, telling, textField }: Second): boolean {
  if (textField !== undefined && documents.size > 0) return true
  return needs.some((key) => returns.has(key)) || telling.some((feature) => returns.has(feature))
}

function linkSkills(first: First, second: Second, have: Held): { chain: Chain; score: number } | undefined {
  const call = exampleCall(first.contract, first.fit)
  if (!call || !isObject(call.args)) return undefined
  const linked = linkByName(first, second, have) ?? linkByType(first, second) ?? linkDocument(first, second)
  if (!linked) return undefined
  const chain: Chain = {
    first: first.name,
    second: second.name,
    call: { args: call.args, placeholders: call.placeholders },
    links: linked.links,
    taken: [...new Set(first.fit.taken.values())],
    ...(second.want && { want: second.want }),
  }
  return { chain, score: linked.points }
}

type Linked = { links: ChainLink[]; points: number }

/** Links fields of the same name; what the first skill does not return may be among the caller's values. */
function linkByName(first: First, second: Second, have: Held): Linked | undefined {
  const own = have.kind === 'value' && isObject(have.value) ? have.value : {}
  const returned = outputFields(first.contract)
  const ownFields = Object.keys(own).length > 0 ? [...declaredFields(have.schema)] : []
  const fields = new Map([...ownFields.filter(([name]) => Object.hasOwn(own, name)), ...returned])
  const certain = requiredFields(first.contract.output)
  const required = [...fields.keys()].filter((name) => !returned.has(name) || certain.includes(name))
  const held: Held = { kind: 'schema', schema: objectOf(fields, required, first.contract.output) }
  const { fit, isSure } = judgeLink(held, second.contract)
  const points = POINTS[fit.kind]
  const isLinked = [...fit.taken.values()].some((name) => returned.has(name))
  if (points === undefined || fit.version !== undefined || !isLinked) return undefined
  const links = [...fit.taken].map(
    ([field, name]): ChainLink => ({
      field,
      from: returned.has(name) ? { kind: 'output', name } : { kind: 'value', value: own[name] ?? null },
    }),
  )
  return { links, points: isSure ? points + 1 : UNSURE_POINTS + 1 }
}

/** What the second skill may refuse, such as a list without rows. */
const UNSURE_POINTS = 0.5

/** If not every value fits, judges again without sizes, such as a least number of rows, which no output promises. */
function judgeLink(held: Held, contract: ListedContract): { fit: HaveFit; isSure: boolean } {
  const fit = judgeHave(held, contract)
  if (POINTS[fit.kind] !== undefined) return { fit, isSure: true }
  return { fit: judgeHave(held, { ...contract, input: withoutSizes(contract.input) }), isSure: false }
}

function withoutSizes(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (each) =>
    Object.fromEntries(Object.entries(each).filter(([keyword]) => !SIZES.includes(keyword))),
  )
}

// biome-ignore format: list
const SIZES = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'uniqueItems']

/** Links the field of the output whose type fits best. */
function linkByType(first: First, second: Second): Linked | undefined {
  const certain = requiredFields(first.contract.output)
  const { $defs } = first.contract.output
  let best: Linked | undefined
  for (const [returned, schema] of outputFields(first.contract)) {
    if (!certain.includes(returned) || tellingFeatures(schema).length === 0) continue
    const content = contentOfSchema(returned, schema)
    const whole = { ...($defs !== undefined && { $defs }), ...schema }
    const held: Held = { kind: 'schema', schema: whole, ...(content && { content }) }
    const { fit, isSure } = judgeLink(held, second.contract)
    const points = isSure ? POINTS[fit.kind] : POINTS[fit.kind] && UNSURE_POINTS
    const [[field, taken] = []] = fit.taken
    if (points === undefined || fit.version !== undefined || field === undefined || taken !== '') continue
    if (best && best.points >= points) continue
    best = { links: [{ field, from: { kind: 'output', name: returned } }], points }
  }
  return best
}

/** Links a text to the only field that the second skill requires, if that is for texts or for this content. */
function linkDocument(
  { documents, contract }: First,
  { textField, contract: { input } }: Second,
): Linked | undefined {
  if (textField === undefined) return undefined
  const schema = declaredFields(input).get(textField) ?? {}
  if (!listTypes(schema).includes('string')) return undefined
  const returned = outputFields(contract)
  const found = [...documents].flatMap(([name, content]): Linked[] => {
    const suits = suitsField({ content }, textField, schema)
    const isLikely = suits === 'named' || (suits === 'open' && isPlainName(textField))
    const fits = isLikely && provenFitOf(returned.get(name) ?? {}, withoutSizes(schema)) === 'assignable'
    const link: ChainLink = { field: textField, from: { kind: 'output', name } }
    return fits ? [{ links: [link], points: suits === 'named' ? 1 : UNSURE_POINTS }] : []
  })
  return found.toSorted((a, b) => b.points - a.points)[0]
}

/** Every output has a `message` for people. */
function outputFields({ output }: ListedContract): Map<string, JsonSchema> {
  return new Map([...declaredFields(output)].filter(([name]) => name !== 'message'))
}

function objectOf(
  fields: ReadonlyMap<string, JsonSchema>,
  required: string[],
  { $defs }: JsonSchema,
): JsonSchema {
  return {
    ...($defs !== undefined && { $defs }),
    type: 'object',
    properties: Object.fromEntries(fields),
    required,
    additionalProperties: false,
  }
}
