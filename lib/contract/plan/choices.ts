/**
 * What a place of a plan may be given of what other steps give: only what is of the right type, the best first.
 *
 * Ground; also in the browser, where a plan is still being written. Judged by the same code as the check.
 * Source: specification "First-party tools and plans", Builder page.
 */
import type { Json, JsonSchema } from '../json/json.ts'
import { isObject } from '../json/json.ts'
import { pointerKeys } from '../json/json-pointer.ts'
import { unconditional } from '../schema/schema-tree.ts'
import type { PlanStep } from './plan-document.ts'
import { planOrder } from './plan-order.ts'
import { type PlanCatalog, toolFor } from './plan-tool.ts'
import { readLoosely } from './read-loosely.ts'
import { type PathPart, type Reference, referenceText } from './reference.ts'
import { judgeReference, judgeWithinText, type Place } from './types/check-reference.ts'
import type { Fit } from './types/fit.ts'
import { ANY_ITEM, fieldNames, partOf } from './types/part-of.ts'
import { placeAt } from './types/place-at.ts'
import { PlanShapes } from './types/plan-shapes.ts'
import { plainShape, type Shape } from './types/shape.ts'
import { kindWords } from './types/words.ts'

export type Choice = {
  reference: Reference
  fit: Exclude<Fit['is'], 'impossible'>
  /** "text", "a number or null" */
  kind: string
  /** What the schema says of it. */
  description?: string
  /** What is changed on the way, or when it will not do. */
  note?: string
}

// Deeper than this nobody looks for a value in a list of them.
const DEEPEST = 3
const MOST = 120
// Somebody has opened a list and waits for it.
const LONGEST_MS = 1_000

/**
 * `pointer` is a place of the document: "/steps/2/args/content", "/steps/2/foreach/from", "/outputs/all".
 * `isWithinText`: it is to stand in a text that says more.
 */
export function referenceChoices(
  document: Json,
  catalog: PlanCatalog,
  pointer: string,
  { isWithinText = false } = {},
): Choice[] {
  const plan = readLoosely(document)
  const { dependencies, cycle } = planOrder(plan)
  if (cycle) return []
  const [root = '', at, part, ...keys] = pointerKeys(pointer)
  const step = root === 'steps' ? plan.steps.find(({ id }) => plan.places.get(id) === Number(at)) : undefined
  if (root === 'steps' && !step) return []
  const place = placeOf(catalog, step, part, keys)
  if (!place) return []

  const shapes = new PlanShapes(plan, catalog)
  const isInArgs = part === 'args'
  const later = step ? dependentsOf(step.id, dependencies) : new Set<string>()
  const sources = [
    ...(step?.foreach && isInArgs ? localsOf(step) : []),
    ...nearestFirst(plan.steps, step)
      .filter(({ id }) => !later.has(id))
      .map(({ id }): Reference['root'] => ({ of: 'steps', name: id })),
  ]
  const until = performance.now() + LONGEST_MS
  const choices: (Choice & { rank: number })[] = []
  for (const root of sources) {
    for (const path of pathsIn(shapes, root, isInArgs ? step : undefined)) {
      if (choices.length >= MOST || performance.now() > until) break
      const reference = { text: referenceText(root, path), root, path }
      const target = shapes.targetOf(reference, isInArgs ? step : undefined)
      if (!target) continue
      const { fit, said } = isWithinText
        ? judgeWithinText(reference, target)
        : judgeReference(reference, target, place)
      if (fit.is === 'impossible' || said.some(({ severity }) => severity === 'error')) continue
      const note = said[0]?.message
      const description = descriptionOf(target.shape)
      // That it is changed on the way is a warning too.
      const isUnsure = said.some(
        ({ severity, keyword }) =>
          severity === 'warning' && (keyword === 'absent' || fit.is === 'assignable'),
      )
      choices.push({
        reference,
        fit: isUnsure ? 'uncertain' : fit.is,
        rank: BEST.indexOf(fit.is) + (isUnsure ? BEST.length : 0),
        kind: kindWords(target.shape),
        ...(description !== undefined && { description }),
        ...(note !== undefined && { note }),
      })
    }
  }
  // Within each kind what is called as the place is; else as they were found: the nearest step first.
  const wanted = keys.at(-1)
  const isOther = ({ reference }: Choice) => Number(nameOf(reference) !== wanted)
  return choices
    .toSorted((a, b) => a.rank - b.rank || isOther(a) - isOther(b))
    .map(({ rank, ...choice }) => choice)
}

function nameOf({ root, path }: Reference): PathPart | undefined {
  return path.length > 0 ? path.at(-1) : root.name
}

const BEST: Fit['is'][] = ['assignable', 'coercible', 'uncertain']

function placeOf(
  catalog: PlanCatalog,
  step: PlanStep | undefined,
  part: string | undefined,
  keys: string[],
): Place | undefined {
  if (!step) return { shape: plainShape(true), isRequired: false, name: 'outputs' }
  if (part === 'foreach')
    return { shape: plainShape({ type: 'array' }), isFinal: true, isRequired: true, name: 'foreach' }
  const tool = part === 'args' ? toolFor(catalog, step.tool) : undefined
  return tool && placeAt(tool, keys)
}

/** Those before the step from the nearest on, then those after it, which run before it when it waits for them. */
function nearestFirst(steps: readonly PlanStep[], step: PlanStep | undefined): PlanStep[] {
  const at = step ? steps.indexOf(step) : steps.length
  return [...steps.slice(0, at).toReversed(), ...steps.slice(at + 1)]
}

function localsOf({ foreach }: PlanStep): Reference['root'][] {
  const { itemName = 'item', indexName = 'index' } = foreach ?? {}
  return [itemName, indexName].map((name) => ({ of: 'local', name }))
}

/** The step itself, and all that wait for it: what they give comes too late. */
function dependentsOf(id: string, dependencies: Record<string, string[]>): Set<string> {
  const found = new Set([id])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const [each, needs] of Object.entries(dependencies))
      if (needs.some((need) => found.has(need))) found.add(each)
  }
  return found
}

/** The parts first, because they are what is mostly wanted; then the whole. */
function pathsIn(shapes: PlanShapes, root: Reference['root'], step?: PlanStep): PathPart[][] {
  const paths: PathPart[][] = []
  const start = shapes.targetOf({ text: '', root, path: [] }, step)
  const visit = (shape: Shape, path: PathPart[]): void => {
    if (path.length > 0) paths.push(path)
    if (path.length >= DEEPEST || paths.length > MOST) return
    for (const name of fieldNames(shape)) {
      const part = partOf(shape, name)
      if (part.presence !== 'never') visit(part.shape, [...path, name])
    }
    const item = partOf(shape, ANY_ITEM)
    if (item.presence === 'never' || !item.isDeclared) return
    // What another foreach made of the same list stands at the same place.
    const isOfEach = path.length === 0 && step?.foreach !== undefined && root.of === 'steps'
    visit(item.shape, [...path, isOfEach ? { variable: step.foreach?.indexName ?? 'index' } : 0])
  }
  if (start) visit(start.shape, [])
  return [...paths, []]
}

function descriptionOf({ schema, documents }: Shape): string | undefined {
  if (!isObject(schema)) return undefined
  const root: JsonSchema = { $defs: { ...documents } }
  return unconditional(root, schema)
    .map((each) => each.description)
    .find((each) => typeof each === 'string')
}
