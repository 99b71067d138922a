/**
 * Which steps have to wait for which, and in what order they can go. Ground; also in the browser.
 *
 * What a step refers to joins what it says it depends on. Source: specification "First-party tools and plans", Plan.
 */
import type { PlanDocument, PlanStep } from './plan-document.ts'
import { findReferences } from './references.ts'

export type PlanOrder = {
  /** By step id: the steps it waits for, each once. */
  dependencies: Record<string, string[]>
  /** Steps that can go side by side, wave after wave; without those in a circle. */
  waves: string[][]
  /** A circle, first and last the same: ["a", "b", "a"]. */
  cycle?: string[]
}

/** Names that lead nowhere are left out: they are said elsewhere. */
export function planOrder({ steps }: Pick<PlanDocument, 'steps'>): PlanOrder {
  const ids = new Set(steps.map(({ id }) => id))
  const captured = new Map(
    steps.flatMap((step) => (step.captureAs ? [[step.captureAs, step.id] as const] : [])),
  )
  const dependencies = Object.fromEntries(
    steps.map((step) => [step.id, dependenciesOf(step, captured).filter((id) => ids.has(id))]),
  )
  return { dependencies, ...wavesOf(steps, dependencies) }
}

function dependenciesOf(step: PlanStep, captured: ReadonlyMap<string, string>): string[] {
  const { found } = findReferences([step.args, step.foreach?.from ?? null])
  const referred = found.flatMap(({ reference: { root } }) => {
    if (root.of === 'steps') return [root.name]
    const by = root.of === 'vars' ? captured.get(root.name) : undefined
    return by === undefined ? [] : [by]
  })
  return [...new Set([...(step.dependsOn ?? []), ...referred])]
}

function wavesOf(
  steps: readonly PlanStep[],
  dependencies: Record<string, string[]>,
): Pick<PlanOrder, 'waves' | 'cycle'> {
  const done = new Set<string>()
  const waves: string[][] = []
  let left = steps.map(({ id }) => id)
  while (left.length > 0) {
    const wave = left.filter((id) => (dependencies[id] ?? []).every((each) => done.has(each)))
    if (wave.length === 0) return { waves, cycle: circleIn(left, dependencies) }
    for (const id of wave) done.add(id)
    waves.push(wave)
    left = left.filter((id) => !done.has(id))
  }
  return { waves }
}

/** Every step left waits for one that is left: following them has to come back. */
function circleIn(left: readonly string[], dependencies: Record<string, string[]>): string[] {
  const walked: string[] = []
  let id = left[0] as string
  while (!walked.includes(id)) {
    walked.push(id)
    id = (dependencies[id] ?? []).find((each) => left.includes(each)) as string
  }
  return [...walked.slice(walked.indexOf(id)), id]
}
