import type { JsonObject } from '../../../kernel/json/json.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import type { PlanDocument, PlanIssue, PlanStep } from '../document/plan-document.ts'
import { findReferences, planOrder } from '../document/plan-order.ts'
import type { Reference } from '../document/reference.ts'

export function checkNames(plan: PlanDocument): PlanIssue[] {
  const known = {
    ids: new Set(plan.steps.map(({ id }) => id)),
    vars: new Set(plan.steps.flatMap(({ captureAs }) => captureAs ?? [])),
  }
  return [
    ...repeatedNames(plan.steps),
    ...plan.steps.flatMap((step, index) => namesOfStep(step, `/steps/${index}`, known)),
    ...referencesIn(plan.outputs ?? {}, '/outputs', known, new Set()),
    ...checkCycles(plan),
  ]
}

type Known = { ids: ReadonlySet<string>; vars: ReadonlySet<string> }

function repeatedNames(steps: readonly PlanStep[]): PlanIssue[] {
  const ids = new Set<string>()
  const vars = new Set<string>()
  return steps.flatMap(({ id, captureAs }, index) => {
    const issues: PlanIssue[] = []
    if (ids.has(id))
      issues.push(fault(`/steps/${index}/id`, 'unique', `another step already has the ID “${id}”`, id))
    if (captureAs !== undefined && vars.has(captureAs))
      issues.push(
        fault(`/steps/${index}/captureAs`, 'unique', `another step already captures “${captureAs}”`, id),
      )
    ids.add(id)
    if (captureAs !== undefined) vars.add(captureAs)
    return issues
  })
}

function namesOfStep(step: PlanStep, at: string, known: Known): PlanIssue[] {
  const { foreach } = step
  const locals = new Set(
    foreach ? ['item', 'index', foreach.itemName, ...(foreach.indexName ? [foreach.indexName] : [])] : [],
  )
  const unknown = (step.dependsOn ?? []).flatMap((id, index) =>
    known.ids.has(id)
      ? []
      : [fault(`${at}/dependsOn/${index}`, 'dependsOn', `there is no step “${id}”`, step.id)],
  )
  return [
    ...unknown,
    ...namesOfForeach(step, at),
    ...(foreach ? referencesIn({ from: foreach.from }, `${at}/foreach`, known, new Set(), step.id) : []),
    ...referencesIn(step.args, `${at}/args`, known, locals, step.id),
  ]
}

const RESERVED_ROOTS = ['steps', 'vars']

function namesOfForeach({ id, foreach }: PlanStep, at: string): PlanIssue[] {
  if (!foreach) return []
  const { itemName, indexName } = foreach
  const duplicates = [
    ['itemName', itemName, 'index'],
    ['indexName', indexName, 'item'],
  ].flatMap(([field, name, other]) =>
    name !== undefined && [...RESERVED_ROOTS, other].includes(name)
      ? [fault(`${at}/foreach/${field}`, 'name', `“${name}” is reserved`, id)]
      : [],
  )
  if (itemName !== indexName) return duplicates
  return [
    ...duplicates,
    fault(`${at}/foreach/indexName`, 'name', 'the index and the item need different names', id),
  ]
}

function referencesIn(
  value: JsonObject,
  at: string,
  known: Known,
  locals: ReadonlySet<string>,
  stepId?: string,
): PlanIssue[] {
  const { found, faults } = findReferences(value)
  return [
    ...faults.map(({ pointer, message }) => fault(at + pointer, 'reference', message, stepId)),
    ...found.flatMap(({ pointer, reference }) => {
      const message = referenceError(reference, known, locals, stepId)
      return message === undefined ? [] : [fault(at + pointer, 'reference', message, stepId)]
    }),
  ]
}

function referenceError(
  { text, root, path }: Reference,
  { ids, vars }: Known,
  locals: ReadonlySet<string>,
  stepId?: string,
): string | undefined {
  if (root.kind === 'steps' && root.name === stepId) return `${text} refers to the step itself`
  if (root.kind === 'steps' && !ids.has(root.name)) return `${text}: there is no step “${root.name}”`
  if (root.kind === 'vars' && !vars.has(root.name))
    return `${text}: no step captures its output as “${root.name}”`
  const names = [
    ...(root.kind === 'local' ? [root.name] : []),
    ...path.flatMap((part) => (typeof part === 'object' ? part.variable : [])),
  ]
  const unknown = names.find((name) => !locals.has(name))
  if (unknown === undefined) return undefined
  if (['item', 'index'].includes(unknown)) return `${text}: only a step with foreach has $${unknown}`
  return `${text}: unknown variable $${unknown}. For a literal dollar sign, write $$`
}

function checkCycles(plan: PlanDocument): PlanIssue[] {
  const { cycle } = planOrder(plan)
  if (!cycle) return []
  const index = plan.steps.findIndex(({ id }) => id === cycle[0])
  const cyclePath = cycle.slice(1).map((id) => `“${id}”`)
  const message =
    cycle.length === 2
      ? `“${cycle[0]}” depends on itself`
      : `“${cycle[0]}” depends on ${cyclePath.join(', which depends on ')}`
  return [fault(toPointer(['steps', index]), 'cycle', `${message}, so none of them can start`, cycle[0])]
}

function fault(path: string, keyword: string, message: string, stepId?: string): PlanIssue {
  return { severity: 'error', path, keyword, message, ...(stepId !== undefined && { stepId }) }
}
