/** An unfinished plan may be any JSON. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { parseTemplate, type Reference, referenceText } from '#lib/plans/model/document/reference.ts'

export function stepsOf(plan: Json): { step: JsonObject; index: number }[] {
  const steps = isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
  return steps.flatMap((step, index) => (isObject(step) ? [{ step, index }] : []))
}

export function emptyPlan(goal: string): JsonObject {
  return { version: '1', goal, riskLevel: 'read-only', steps: [] }
}

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

export function withCopy(plan: Json, index: number): Json {
  const step = listOf(plan)[index]
  if (!isObject(step)) return plan
  const { captureAs: _, ...rest } = structuredClone(step)
  const copy = { ...rest, id: freeId(plan, String(step.id ?? 'step')) }
  return withSteps(plan, listOf(plan).toSpliced(index + 1, 0, copy))
}

export function moved(plan: Json, index: number, by: -1 | 1): Json {
  const steps = listOf(plan)
  const to = index + by
  const [step, other] = [steps[index], steps[to]]
  if (step === undefined || other === undefined) return plan
  return withSteps(plan, steps.with(index, other).with(to, step))
}

export function withStepId(plan: Json, index: number, id: string): Json {
  const from = idAt(plan, index)
  const steps = listOf(plan).map((step, at) => (at === index && isObject(step) ? { ...step, id } : step))
  if (from === undefined || from === id || id === '') return withSteps(plan, steps)
  const renamed = steps.map((step) => renameDependency(step, from, id))
  return renameReferences(withSteps(plan, renamed), { of: 'steps', name: from }, id)
}

export function withCapture(plan: Json, index: number, name: string | undefined): Json {
  const before = listOf(plan)[index]
  const from = isObject(before) && typeof before.captureAs === 'string' ? before.captureAs : undefined
  const steps = listOf(plan).map((step, at) => {
    if (at !== index || !isObject(step)) return step
    const { captureAs: _, ...rest } = step
    return name ? { ...step, captureAs: name } : rest
  })
  const next = withSteps(plan, steps)
  return from && name ? renameReferences(next, { of: 'vars', name: from }, name) : next
}

function renameReferences(plan: Json, root: Reference['root'], to: string): Json {
  return mapTexts(plan, (text) => renameReference(text, root, to))
}

function renameReference(text: string, { of, name }: Reference['root'], to: string): string {
  const template = parseTemplate(text)
  const isIt = (reference: Reference) => reference.root.of === of && reference.root.name === name
  const renamed = ({ path }: Reference) => referenceText({ of, name: to }, path)
  if (template.kind === 'reference') return isIt(template.reference) ? renamed(template.reference) : text
  if (template.kind !== 'mixed') return text
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

function idFor(tool: string): string {
  const last = tool.split('@')[0]?.split('.').at(-1) ?? ''
  const id = last.replaceAll(/[^A-Za-z0-9_-]/g, '')
  return /^[A-Za-z]/.test(id) ? id.slice(0, 60) : `step${id}`.slice(0, 60)
}

function freeId(plan: Json, wanted: string): string {
  const usedIds = new Set(stepsOf(plan).map(({ step }) => step.id))
  const base = wanted.replace(/\d+$/, '') || wanted
  let id = wanted
  for (let number = 2; usedIds.has(id); number++) id = `${base}${number}`
  return id
}

function withoutDependency(step: Json, id: string): Json {
  if (!isObject(step) || !Array.isArray(step.dependsOn) || !step.dependsOn.includes(id)) return step
  const { dependsOn, ...rest } = step
  const left = (dependsOn as Json[]).filter((each) => each !== id)
  return left.length > 0 ? { ...step, dependsOn: left } : rest
}

function renameDependency(step: Json, from: string, to: string): Json {
  if (!isObject(step) || !Array.isArray(step.dependsOn)) return step
  return { ...step, dependsOn: step.dependsOn.map((each) => (each === from ? to : each)) }
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const next = value.map((each) => mapTexts(each, change))
    return next.every((each, index) => each === value[index]) ? value : next
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)] as const)
  return entries.every(([key, each]) => each === value[key]) ? value : Object.fromEntries(entries)
}
