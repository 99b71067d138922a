/** The values that a field of a step can refer to, the best match first. The plan may be unfinished. */

import { workedMs } from '../../../json-schema/limits/work-budget.ts'
import { unconditional } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '../../../kernel/json/json.ts'
import { pointerKeys } from '../../../kernel/json/json-pointer.ts'
import { readDraftPlan } from '../document/parse-plan.ts'
import type { PlanStep } from '../document/plan-document.ts'
import { planOrder } from '../document/plan-order.ts'
import { type PlanCatalog, toolFor } from '../document/plan-tool.ts'
import { type PathPart, type Reference, referenceText } from '../document/reference.ts'
import { judgeReference, judgeWithinText, type ReferenceSlot, slotAt } from '../types/check-reference.ts'
import type { Fit } from '../types/fit.ts'
import { ANY_ITEM, fieldNames, getPartShape } from '../types/part-of.ts'
import { PlanShapes } from '../types/plan-shapes.ts'
import { plainShape, type Shape } from '../types/shape.ts'
import { typesText } from '../types/type-text.ts'

export type ReferenceCandidate = {
  reference: Reference
  fit: Exclude<Fit['kind'], 'impossible'>
  kind: string
  description?: string
  note?: string
}

const DEEPEST = 3
const MAX_CHOICES = 120
// A user is waiting.
const LONGEST_MS = 1_000

/** `pointer`: "/steps/2/args/content", "/steps/2/foreach/from", "/outputs/all". `isWithinText`: interpolated. */
export function referenceChoices(
  document: Json,
  catalog: PlanCatalog,
  pointer: string,
  { isWithinText = false } = {},
): ReferenceCandidate[] {
  const plan = readDraftPlan(document)
  const { dependencies, cycle } = planOrder(plan)
  if (cycle) return []
  const [root = '', at, part, ...keys] = pointerKeys(pointer)
  const step =
    root === 'steps' ? plan.steps.find(({ id }) => plan.stepIndexes.get(id) === Number(at)) : undefined
  if (root === 'steps' && !step) return []
  const slot = findSlot(catalog, step, part, keys)
  if (!slot) return []

  const shapes = new PlanShapes(plan, catalog)
  const isInArgs = part === 'args'
  const later = step ? findDependents(step.id, dependencies) : new Set<string>()
  const sources = [
    ...(step?.foreach && isInArgs ? listLocals(step) : []),
    ...nearestFirst(plan.steps, step)
      .filter(({ id }) => !later.has(id))
      .map(({ id }): Reference['root'] => ({ kind: 'steps', name: id })),
  ]
  const until = workedMs() + LONGEST_MS
  const choices: (ReferenceCandidate & { rank: number })[] = []
  for (const root of sources) {
    for (const path of pathsIn(shapes, root, isInArgs ? step : undefined)) {
      if (choices.length >= MAX_CHOICES || workedMs() > until) break
      const reference = { text: referenceText(root, path), root, path }
      const target = shapes.targetOf(reference, isInArgs ? step : undefined)
      if (!target) continue
      const { fit, problems } = isWithinText
        ? judgeWithinText(reference, target)
        : judgeReference(reference, target, slot)
      if (fit.kind === 'impossible' || problems.some(({ severity }) => severity === 'error')) continue
      const note = problems[0]?.message
      const description = descriptionOf(target.shape)
      const isUnsure = problems.some(
        ({ severity, keyword }) =>
          severity === 'warning' && (keyword === 'absent' || fit.kind === 'assignable'),
      )
      choices.push({
        reference,
        fit: isUnsure ? 'uncertain' : fit.kind,
        rank: BEST.indexOf(fit.kind) + (isUnsure ? BEST.length : 0),
        kind: typesText(target.shape),
        ...(description !== undefined && { description }),
        ...(note !== undefined && { note }),
      })
    }
  }
  const wanted = keys.at(-1)
  const isOther = ({ reference }: ReferenceCandidate) => Number(nameOf(reference) !== wanted)
  return choices
    .toSorted((a, b) => a.rank - b.rank || isOther(a) - isOther(b))
    .map(({ rank, ...choice }) => choice)
}

function nameOf({ root, path }: Reference): PathPart | undefined {
  return path.length > 0 ? path.at(-1) : root.name
}

const BEST: Fit['kind'][] = ['assignable', 'coercible', 'uncertain']

function findSlot(
  catalog: PlanCatalog,
  step: PlanStep | undefined,
  part: string | undefined,
  keys: string[],
): ReferenceSlot | undefined {
  if (!step) return { shape: plainShape(true), isRequired: false, name: 'outputs' }
  if (part === 'foreach')
    return { shape: plainShape({ type: 'array' }), isFinal: true, isRequired: true, name: 'foreach' }
  const tool = part === 'args' ? toolFor(catalog, step.tool) : undefined
  return tool && slotAt(tool, keys)
}

/** Later steps run earlier if this one depends on them. */
function nearestFirst(steps: readonly PlanStep[], step: PlanStep | undefined): PlanStep[] {
  const at = step ? steps.indexOf(step) : steps.length
  return [...steps.slice(0, at).toReversed(), ...steps.slice(at + 1)]
}

function listLocals({ foreach }: PlanStep): Reference['root'][] {
  const { itemName = 'item', indexName = 'index' } = foreach ?? {}
  return [itemName, indexName].map((name) => ({ kind: 'local', name }))
}

/** Returns the steps that depend on a step, and the step itself. */
function findDependents(id: string, dependencies: Record<string, string[]>): Set<string> {
  const found = new Set([id])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const [each, needs] of Object.entries(dependencies))
      if (needs.some((need) => found.has(need))) found.add(each)
  }
  return found
}

function pathsIn(shapes: PlanShapes, root: Reference['root'], step?: PlanStep): PathPart[][] {
  const paths: PathPart[][] = []
  const start = shapes.targetOf({ text: '', root, path: [] }, step)
  const visit = (shape: Shape, path: PathPart[]): void => {
    if (path.length > 0) paths.push(path)
    if (path.length >= DEEPEST || paths.length > MAX_CHOICES) return
    for (const name of fieldNames(shape)) {
      const part = getPartShape(shape, name)
      if (part.presence !== 'never') visit(part.shape, [...path, name])
    }
    const item = getPartShape(shape, ANY_ITEM)
    if (item.presence === 'never' || !item.isDeclared) return
    const isOfEach = path.length === 0 && step?.foreach !== undefined && root.kind === 'steps'
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
