/** Finds chains of two skills: the second takes what the first returns. Pure, so that a thread can do it. */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import {
  declaredFields,
  featuresOf,
  fieldKey,
  type ListedContract,
  requiredFields,
} from './contract-features.ts'
import type { Held } from './held.ts'
import { exampleCall, type FitKind, type HaveFit, judgeHave, judgeWant, type WantFit } from './judge-fit.ts'

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

/** Comparing more pairs would delay an answer in which the chain is an extra. */
const WITHIN_MS = 700

/**
 * Returns up to `limit` chains whose first skill takes what the caller has, and whose second one returns what they need, or
 * matches their words. The best is first. Fields are linked by name, or by a type that says more than "text" or "number".
 */
export function chainCandidates(candidates: readonly ChainCandidate[], request: ChainRequest): Chain[] {
  const untilMs = performance.now() + WITHIN_MS
  const isInTime = () => performance.now() < untilMs
  const listed = candidates.flatMap(({ contract, ...rest }) => (contract ? [{ ...rest, contract }] : []))
  const seconds = listed.filter(isInTime).flatMap((each) => asSecond(each, request))
  const firsts = listed.filter(isInTime).flatMap((each) => asFirst(each, request.have))
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
type First = Listed & { fit: HaveFit; score: number; returns: ReadonlySet<string> }
type Second = Listed & { want?: WantFit; score: number; needs: string[]; telling: string[] }

const POINTS: Partial<Record<FitKind, number>> = { as_is: 2, coerced: 1 }

function asFirst(listed: Listed, have: Held): First[] {
  const fit = judgeHave(have, listed.contract)
  const points = POINTS[fit.kind]
  if (points === undefined || fit.version !== undefined) return []
  return [{ ...listed, fit, score: points, returns: new Set(featuresOf(listed.contract).returns) }]
}

function asSecond(listed: Listed, { want }: ChainRequest): Second[] {
  const { contract, wordRank } = listed
  const fit = want && judgeWant(want.schema, contract)
  const points = fit ? POINTS[fit.kind] : wordRank === undefined ? undefined : 2 / (1 + wordRank / 5)
  if (points === undefined) return []
  const fields = [...declaredFields(contract.input).values()]
  const telling = fields.flatMap((field) => tellingFeatures(field))
  const needs = requiredFields(contract.input).map(fieldKey)
  return [{ ...listed, ...(fit && { want: fit }), score: points, needs, telling }]
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
          ...[...declaredFields(contract.input).values()].flatMap(tellingFeatures),
        ]
      : [],
  )
  return [...new Set(found)].filter(Boolean)
}

/** Leaves out pairs without a name or a type in common, since comparing schemas takes time. */
function mayLink({ returns }: First, { needs, telling }: Second): boolean {
  return needs.some((key) => returns.has(key)) || telling.some((feature) => returns.has(feature))
}

function linkSkills(first: First, second: Second, have: Held): { chain: Chain; score: number } | undefined {
  const call = exampleCall(first.contract, first.fit)
  if (!call || !isObject(call.args)) return undefined
  const linked = linkByName(first, second, have) ?? linkByType(first, second)
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
  const fit = judgeHave(
    { kind: 'schema', schema: objectOf(fields, required, first.contract.output) },
    second.contract,
  )
  const points = POINTS[fit.kind]
  const isLinked = [...fit.taken.values()].some((name) => returned.has(name))
  if (points === undefined || fit.version !== undefined || !isLinked) return undefined
  const links = [...fit.taken].map(
    ([field, name]): ChainLink => ({
      field,
      from: returned.has(name) ? { kind: 'output', name } : { kind: 'value', value: own[name] ?? null },
    }),
  )
  return { links, points: points + 1 }
}

function linkByType(first: First, second: Second): Linked | undefined {
  const certain = requiredFields(first.contract.output)
  const { $defs } = first.contract.output
  for (const [returned, schema] of outputFields(first.contract)) {
    if (!certain.includes(returned) || tellingFeatures(schema).length === 0) continue
    const held: Held = { kind: 'schema', schema: { ...($defs !== undefined && { $defs }), ...schema } }
    const fit = judgeHave(held, second.contract)
    const points = POINTS[fit.kind]
    const [[field, whole] = []] = fit.taken
    if (points === undefined || fit.version !== undefined || field === undefined || whole !== '') continue
    return { links: [{ field, from: { kind: 'output', name: returned } }], points }
  }
  return undefined
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
