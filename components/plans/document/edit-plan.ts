/** Returns the steps that are objects, with their indexes: an unfinished plan may be any JSON. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { parseTemplate, type Reference, referenceText } from '#lib/plans/model/document/reference.ts'

export function listStepObjects(plan: Json): { step: JsonObject; index: number }[] {
  const steps = isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
  return steps.flatMap((step, index) => (isObject(step) ? [{ step, index }] : []))
}

export function emptyPlan(goal: string): JsonObject {
  return { version: '1', goal, riskLevel: 'read-only', steps: [] }
}

export function addStep(plan: Json, tool: string, at?: number): Json {
  const steps = listSteps(plan)
  const step = { id: unusedId(plan, suggestId(tool)), tool, args: {} }
  return withSteps(plan, steps.toSpliced(at ?? steps.length, 0, step))
}

export function removeStep(plan: Json, index: number): Json {
  const steps = listSteps(plan)
  const id = idAt(plan, index)
  return withSteps(
    plan,
    steps.toSpliced(index, 1).map((step) => (id === undefined ? step : withoutDependency(step, id))),
  )
}

export function copyStep(plan: Json, index: number): Json {
  const step = listSteps(plan)[index]
  if (!isObject(step)) return plan
  const { captureAs: _, ...rest } = structuredClone(step)
  const copy = { ...rest, id: unusedId(plan, String(step.id ?? 'step')) }
  return withSteps(plan, listSteps(plan).toSpliced(index + 1, 0, copy))
}

export function moveStep(plan: Json, index: number, by: -1 | 1): Json {
  const steps = listSteps(plan)
  const to = index + by
  const [step, other] = [steps[index], steps[to]]
  if (step === undefined || other === undefined) return plan
  return withSteps(plan, steps.with(index, other).with(to, step))
}

export function renameStep(plan: Json, index: number, id: string): Json {
  const from = idAt(plan, index)
  const steps = listSteps(plan).map((step, at) => (at === index && isObject(step) ? { ...step, id } : step))
  if (from === undefined || from === id || id === '') return withSteps(plan, steps)
  const renamed = steps.map((step) => renameDependency(step, from, id))
  return renameReferences(withSteps(plan, renamed), { kind: 'steps', name: from }, id)
}

export function setCapture(plan: Json, index: number, name: string | undefined): Json {
  const before = listSteps(plan)[index]
  const from = isObject(before) && typeof before.captureAs === 'string' ? before.captureAs : undefined
  const steps = listSteps(plan).map((step, at) => {
    if (at !== index || !isObject(step)) return step
    const { captureAs: _, ...rest } = step
    return name ? { ...step, captureAs: name } : rest
  })
  const next = withSteps(plan, steps)
  return from && name ? renameReferences(next, { kind: 'vars', name: from }, name) : next
}

function renameReferences(plan: Json, root: Reference['root'], to: string): Json {
  return mapTexts(plan, (text) => renameReference(text, root, to))
}

function renameReference(text: string, { kind: of, name }: Reference['root'], to: string): string {
  const template = parseTemplate(text)
  const isIt = (reference: Reference) => reference.root.kind === of && reference.root.name === name
  const renamed = ({ path }: Reference) => referenceText({ kind: of, name: to }, path)
  if (template.kind === 'reference') return isIt(template.reference) ? renamed(template.reference) : text
  if (template.kind !== 'mixed') return text
  return template.parts
    .filter((part) => typeof part !== 'string')
    .filter(isIt)
    .reduce((now, part) => now.replaceAll(`\${${part.text}}`, () => `\${${renamed(part)}}`), text)
}

function listSteps(plan: Json): Json[] {
  return isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
}

function withSteps(plan: Json, steps: Json[]): Json {
  return { ...(isObject(plan) ? plan : {}), steps }
}

function idAt(plan: Json, index: number): string | undefined {
  const step = listSteps(plan)[index]
  return isObject(step) && typeof step.id === 'string' ? step.id : undefined
}

function suggestId(tool: string): string {
  const last = tool.split('@')[0]?.split('.').at(-1) ?? ''
  const id = last.replaceAll(/[^A-Za-z0-9_-]/g, '')
  return /^[A-Za-z]/.test(id) ? id.slice(0, 60) : `step${id}`.slice(0, 60)
}

function unusedId(plan: Json, preferred: string): string {
  const usedIds = new Set(listStepObjects(plan).map(({ step }) => step.id))
  const base = preferred.replace(/\d+$/, '') || preferred
  let id = preferred
  for (let number = 2; usedIds.has(id); number++) id = `${base}${number}`
  return id
}

function withoutDependency(step: Json, id: string): Json {
  if (!isObject(step) || !Array.isArray(step.dependsOn) || !step.dependsOn.includes(id)) return step
  const { dependsOn, ...rest } = step
  const remaining = (dependsOn as Json[]).filter((other) => other !== id)
  return remaining.length > 0 ? { ...step, dependsOn: remaining } : rest
}

function renameDependency(step: Json, from: string, to: string): Json {
  if (!isObject(step) || !Array.isArray(step.dependsOn)) return step
  return { ...step, dependsOn: step.dependsOn.map((other) => (other === from ? to : other)) }
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const next = value.map((other) => mapTexts(other, change))
    return next.every((other, index) => other === value[index]) ? value : next
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, other]) => [key, mapTexts(other, change)] as const)
  return entries.every(([key, other]) => other === value[key]) ? value : Object.fromEntries(entries)
}
