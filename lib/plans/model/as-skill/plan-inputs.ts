/** The fixed values of a plan that the users of its skill could fill in. */
import type { Json } from '../../../kernel/json/json.ts'
import type { PlanDocument } from '../document/plan-document.ts'
import { findReferences } from '../document/plan-order.ts'
import { resolveReferences } from '../progress/resolve-references.ts'

export type PlanInput = {
  stepId: string
  argument: string
  value: Json
  /** A valid name of a parameter that is unique within the plan. */
  name: string
}

export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Returns the arguments without references, in the order of the steps. */
export function listPlanInputs({ steps }: Pick<PlanDocument, 'steps'>): PlanInput[] {
  const inputs = steps.flatMap(({ id: stepId, args }) =>
    Object.entries(args).flatMap(([argument, written]) => {
      const value = parseInput(written)
      return value === undefined ? [] : [{ stepId, argument, value }]
    }),
  )
  const names = new Set<string>()
  return inputs.map((input) => {
    const isUnique = inputs.filter(({ argument }) => argument === input.argument).length === 1
    const name = uniqueName(isUnique ? input.argument : `${input.stepId}_${input.argument}`, names)
    return { ...input, name }
  })
}

function parseInput(written: Json): Json | undefined {
  const { found, faults } = findReferences(written)
  if (found.length > 0 || faults.length > 0) return undefined
  return resolveReferences(written, { steps: new Map(), vars: new Map() }).value
}

/** Returns a name that is not `taken`, and adds it to these. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  const word =
    wanted
      .replace(/\W/g, '_')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 60) || 'value'
  let name = word
  for (let number = 2; taken.has(name); number += 1) name = `${word}_${number}`
  taken.add(name)
  return name
}
