/**
 * Changes of a plan as people make them: whole steps, and names that others refer to. Pure.
 *
 * A plan in the making may be anything that JSON can say, so nothing here expects more than it finds.
 */
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { parseTemplate, type Reference, referenceText } from '#lib/contract/plan/reference.ts'
import { mapTexts } from './map-texts.ts'

/** The steps that are objects, with the place of each in the list. */
export function stepsOf(plan: Json): { step: JsonObject; index: number }[] {
  const steps = isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
  return steps.flatMap((step, index) => (isObject(step) ? [{ step, index }] : []))
}

export function emptyPlan(goal: string): JsonObject {
  return { version: '1', goal, riskLevel: 'read-only', steps: [] }
}

/** With a step that calls `tool` at the end, or at `at`; its id is made of the tool's name. */
export function withStep(plan: Json, tool: string, at?: number): Json {
  const steps = listOf(plan)
  const step = { id: freeId(plan, idFor(tool)), tool, args: {} }
  return withSteps(plan, steps.toSpliced(at ?? steps.length, 0, step))
}

export function withoutStep(plan: Json, index: number): Json {
  const steps = listOf(plan)
  const id = idAt(plan, index)
  return withSteps(
    plan,
    steps.toSpliced(index, 1).map((step) => (id === undefined ? step : withoutDependency(step, id))),
  )
}

/** A copy right below, under an id of its own. */
export function withCopy(plan: Json, index: number): Json {
  const step = listOf(plan)[index]
  if (!isObject(step)) return plan
  const { captureAs: _, ...rest } = structuredClone(step)
  const copy = { ...rest, id: freeId(plan, String(step.id ?? 'step')) }
  return withSteps(plan, listOf(plan).toSpliced(index + 1, 0, copy))
}

/** The step one place up (-1) or down (1); the same plan where it cannot go. */
export function moved(plan: Json, index: number, by: -1 | 1): Json {
  const steps = listOf(plan)
  const to = index + by
  const [step, other] = [steps[index], steps[to]]
  if (step === undefined || other === undefined) return plan
  return withSteps(plan, steps.with(index, other).with(to, step))
}

/** With another id for a step; what refers to it follows. */
export function withStepId(plan: Json, index: number, id: string): Json {
  const from = idAt(plan, index)
  const steps = listOf(plan).map((step, at) => (at === index && isObject(step) ? { ...step, id } : step))
  if (from === undefined || from === id || id === '') return withSteps(plan, steps)
  const renamed = steps.map((step) => renamedDependency(step, from, id))
  return following(withSteps(plan, renamed), { of: 'steps', name: from }, id)
}

/** With another name for what a step captures; what refers to it follows. */
export function withCapture(plan: Json, index: number, name: string | undefined): Json {
  const before = listOf(plan)[index]
  const from = isObject(before) && typeof before.captureAs === 'string' ? before.captureAs : undefined
  const steps = listOf(plan).map((step, at) => {
    if (at !== index || !isObject(step)) return step
    const { captureAs: _, ...rest } = step
    return name ? { ...step, captureAs: name } : rest
  })
  const next = withSteps(plan, steps)
  return from && name ? following(next, { of: 'vars', name: from }, name) : next
}

function following(plan: Json, root: Reference['root'], to: string): Json {
  return mapTexts(plan, (text) => renamedIn(text, root, to))
}

function renamedIn(text: string, { of, name }: Reference['root'], to: string): string {
  const template = parseTemplate(text)
  const isIt = (reference: Reference) => reference.root.of === of && reference.root.name === name
  const renamed = ({ path }: Reference) => referenceText({ of, name: to }, path)
  if (template.is === 'reference') return isIt(template.reference) ? renamed(template.reference) : text
  if (template.is !== 'mixed') return text
  return template.parts
    .filter((part) => typeof part !== 'string')
    .filter(isIt)
    .reduce((now, part) => now.replaceAll(`\${${part.text}}`, () => `\${${renamed(part)}}`), text)
}

function listOf(plan: Json): Json[] {
  return isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
}

function withSteps(plan: Json, steps: Json[]): Json {
  return { ...(isObject(plan) ? plan : {}), steps }
}

function idAt(plan: Json, index: number): string | undefined {
  const step = listOf(plan)[index]
  return isObject(step) && typeof step.id === 'string' ? step.id : undefined
}

/** "vault.readFile" → "readFile", "guildhall.text_tools.csv_to_json@^1" → "csv_to_json". */
function idFor(tool: string): string {
  const last = tool.split('@')[0]?.split('.').at(-1) ?? ''
  const id = last.replaceAll(/[^A-Za-z0-9_-]/g, '')
  return /^[A-Za-z]/.test(id) ? id.slice(0, 60) : `step${id}`.slice(0, 60)
}

function freeId(plan: Json, wanted: string): string {
  const taken = new Set(stepsOf(plan).map(({ step }) => step.id))
  const base = wanted.replace(/\d+$/, '') || wanted
  let id = wanted
  for (let number = 2; taken.has(id); number++) id = `${base}${number}`
  return id
}

function withoutDependency(step: Json, id: string): Json {
  if (!isObject(step) || !Array.isArray(step.dependsOn) || !step.dependsOn.includes(id)) return step
  const { dependsOn, ...rest } = step
  const left = (dependsOn as Json[]).filter((each) => each !== id)
  return left.length > 0 ? { ...step, dependsOn: left } : rest
}

function renamedDependency(step: Json, from: string, to: string): Json {
  if (!isObject(step) || !Array.isArray(step.dependsOn)) return step
  return { ...step, dependsOn: step.dependsOn.map((each) => (each === from ? to : each)) }
}
