/**
 * What a place of a plan may be given of what other steps give back. Pure.
 *
 * Every value that can be named is tried there, and offered when the check has nothing against it: so the picker and
 * the check are never of two minds.
 */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import { checkPlan } from '#lib/contract/plan/check-plan.ts'
import type { PlanCatalog } from '#lib/contract/plan/plan-tool.ts'
import { toolFor } from '#lib/contract/plan/plan-tool.ts'
import { type PathPart, parseTemplate, type Reference, referenceText } from '#lib/contract/plan/reference.ts'
import { declarationsOf, typesOf, unconditional } from '#lib/contract/schema/schema-tree.ts'
import { setAt } from '../../studio/edit-document.ts'
import { stepsOf } from './edit-plan.ts'
import { type ReferenceWords, referenceWords } from './reference-words.ts'

export type ReferenceChoice = {
  text: string
  words: ReferenceWords
  /** "text", "list" */
  kind: string
  description?: string
  /** What is changed on the way, when something is. */
  note?: string
}

// Deeper than this nobody looks for a value in a list of them.
const DEEPEST = 3
const MOST = 120

/** The choices for what stands at `pointer` of the plan. */
export function referenceChoices(plan: Json, catalog: PlanCatalog, pointer: string): ReferenceChoice[] {
  return candidatesAt(plan, catalog, pointer)
    .slice(0, MOST)
    .flatMap((each) => {
      const found = checkPlan(setAt(plan, pointer, each.text), catalog).issues.filter(
        ({ path }) => path === pointer || path.startsWith(`${pointer}/`),
      )
      if (found.some(({ severity }) => severity === 'error')) return []
      const note = found[0]?.message
      return [note === undefined ? each : { ...each, note }]
    })
}

function candidatesAt(plan: Json, catalog: PlanCatalog, pointer: string): ReferenceChoice[] {
  const [root, at, part] = pointerKeys(pointer)
  const own = root === 'steps' ? Number(at) : Number.POSITIVE_INFINITY
  const steps = stepsOf(plan)
  const before = steps.filter(({ index }) => index < own)
  const list: ReferenceChoice[] = []
  const add = (root: Reference['root'], schema: JsonSchema) =>
    list.push(...within(plan, catalog, { root, schema }))
  const { step } = steps.find(({ index }) => index === own) ?? {}
  if (isObject(step?.foreach) && part === 'args') {
    const { itemName, indexName } = step.foreach
    add({ of: 'local', name: nameOr(itemName, 'item') }, itemSchema(plan, catalog, step.foreach.from))
    add({ of: 'local', name: nameOr(indexName, 'index') }, { type: 'integer' })
  }
  for (const { step } of before.toReversed()) {
    const output = outputOf(catalog, step)
    if (typeof step.id === 'string' && output) add({ of: 'steps', name: step.id }, output)
  }
  return list
}

/** What a step gives back: with foreach the list of its items'. */
function outputOf(catalog: PlanCatalog, { tool, foreach }: { [key: string]: Json }): JsonSchema | undefined {
  const found = typeof tool === 'string' ? toolFor(catalog, tool) : undefined
  if (!found) return undefined
  return foreach === undefined ? found.outputSchema : { type: 'array', items: found.outputSchema }
}

function itemSchema(plan: Json, catalog: PlanCatalog, from: Json | undefined): JsonSchema {
  const template = typeof from === 'string' ? parseTemplate(from) : undefined
  if (template?.is !== 'reference') return {}
  const { root, path } = template.reference
  const { step } =
    stepsOf(plan).find(({ step }) => (root.of === 'steps' ? step.id : step.captureAs) === root.name) ?? {}
  const output = step && outputOf(catalog, step)
  if (!output) return {}
  let schema: JsonSchema = output
  for (const part of path) schema = partOf(output, schema, part) ?? {}
  const items = unconditional(output, schema).find((each) => isObject(each.items))?.items
  return isObject(items) ? items : {}
}

function partOf(root: JsonSchema, schema: JsonSchema, part: PathPart): JsonSchema | undefined {
  if (typeof part === 'string') return declarationsOf(root, schema, part)[0]
  const items = unconditional(root, schema).find((each) => isObject(each.items))?.items
  return isObject(items) ? items : undefined
}

type Place = { root: Reference['root']; schema: JsonSchema }

function within(plan: Json, catalog: PlanCatalog, { root, schema: whole }: Place): ReferenceChoice[] {
  const list: ReferenceChoice[] = []
  const visit = (schema: JsonSchema, path: PathPart[]) => {
    const reads = unconditional(whole, schema)
    const text = referenceText(root, path)
    const words = referenceWords(plan, catalog, { text, root, path })
    const description = reads.map((each) => each.description).find((each) => typeof each === 'string')
    list.push({ text, words, kind: kindWords(reads), ...(description !== undefined && { description }) })
    if (path.length >= DEEPEST) return
    const names = new Set(
      reads.flatMap((each) => Object.keys(isObject(each.properties) ? each.properties : {})),
    )
    for (const name of names) {
      const [declared] = declarationsOf(whole, schema, name)
      if (declared) visit(declared, [...path, name])
    }
  }
  visit(whole, [])
  // The parts are what is mostly wanted; the whole comes last.
  const [all, ...parts] = list
  return all ? [...parts, all] : parts
}

// biome-ignore format: a table reads in rows
const KINDS: Record<string, string> = {
  string: 'text', number: 'number', integer: 'whole number', boolean: 'yes or no', array: 'list', object: 'object', null: 'nothing',
}

function kindWords(schemas: JsonSchema[]): string {
  const types = schemas.map(typesOf).find((each) => each.length > 0) ?? []
  return types.map((type) => KINDS[type] ?? type).join(' or ') || 'anything'
}

function nameOr(name: Json | undefined, otherwise: string): string {
  return typeof name === 'string' && name !== '' ? name : otherwise
}
