import { isObject, type Json } from '../../../kernel/json/json.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import type { PlanDocument, PlanStep } from './plan-document.ts'
import { parseTemplate, type Reference } from './reference.ts'

export type PlanOrder = {
  dependencies: Record<string, string[]>
  /** Groups of steps in order of execution, without cycles. */
  waves: string[][]
  cycle?: string[]
}

export function planOrder({ steps }: Pick<PlanDocument, 'steps'>): PlanOrder {
  const ids = new Set(steps.map(({ id }) => id))
  const captured = new Map(
    steps.flatMap((step) => (step.captureAs ? [[step.captureAs, step.id] as const] : [])),
  )
  const dependencies = Object.fromEntries(
    steps.map((step) => [step.id, listDependencies(step, captured).filter((id) => ids.has(id))]),
  )
  return { dependencies, ...findWaves(steps, dependencies) }
}

function listDependencies(step: PlanStep, captured: ReadonlyMap<string, string>): string[] {
  const { found } = findReferences([step.args, step.foreach?.from ?? null])
  const referred = found.flatMap(({ reference: { root } }) => {
    if (root.kind === 'steps') return [root.name]
    const by = root.kind === 'vars' ? captured.get(root.name) : undefined
    return by === undefined ? [] : [by]
  })
  return [...new Set([...(step.dependsOn ?? []), ...referred])]
}

function findWaves(
  steps: readonly PlanStep[],
  dependencies: Record<string, string[]>,
): Pick<PlanOrder, 'waves' | 'cycle'> {
  const done = new Set<string>()
  const waves: string[][] = []
  let left = steps.map(({ id }) => id)
  while (left.length > 0) {
    const wave = left.filter((id) => (dependencies[id] ?? []).every((each) => done.has(each)))
    if (wave.length === 0) return { waves, cycle: findCycle(left, dependencies) }
    for (const id of wave) done.add(id)
    waves.push(wave)
    left = left.filter((id) => !done.has(id))
  }
  return { waves }
}

/** Follows dependencies among steps of which none can be first, which must lead to a cycle. */
function findCycle(left: readonly string[], dependencies: Record<string, string[]>): string[] {
  const walked: string[] = []
  let id = left[0] as string
  while (!walked.includes(id)) {
    walked.push(id)
    id = (dependencies[id] ?? []).find((each) => left.includes(each)) as string
  }
  return [...walked.slice(walked.indexOf(id)), id]
}

export type FoundReference = {
  pointer: string
  reference: Reference
  /** Whether the reference stands within a text, so that its value needs a text form. */
  isWithinText: boolean
}

type ReferenceFault = { pointer: string; message: string }

export function findReferences(value: Json): { found: FoundReference[]; faults: ReferenceFault[] } {
  const found: FoundReference[] = []
  const faults: ReferenceFault[] = []
  const visit = (each: Json, keys: (string | number)[]): void => {
    if (Array.isArray(each)) for (const [index, item] of each.entries()) visit(item, [...keys, index])
    else if (isObject(each)) for (const [key, item] of Object.entries(each)) visit(item, [...keys, key])
    else if (typeof each === 'string') {
      const pointer = toPointer(keys)
      const template = parseTemplate(each)
      if (template.kind === 'fault') faults.push({ pointer, message: template.message })
      if (template.kind === 'reference')
        found.push({ pointer, reference: template.reference, isWithinText: false })
      if (template.kind === 'mixed') {
        for (const part of template.parts)
          if (typeof part !== 'string') found.push({ pointer, reference: part, isWithinText: true })
      }
    }
  }
  visit(value, [])
  return { found, faults }
}
