/**
 * Whether the names in a plan lead somewhere: ids, dependencies, references, variables of a foreach.
 *
 * Ground; also in the browser. Source: specification "First-party tools and plans", Plan, Checked before anything runs.
 */
import type { JsonObject } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import type { PlanDocument, PlanStep } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { planOrder } from './plan-order.ts'
import type { Reference } from './reference.ts'
import { findReferences } from './references.ts'

export function checkNames(plan: PlanDocument): PlanIssue[] {
  const known = {
    ids: new Set(plan.steps.map(({ id }) => id)),
    vars: new Set(plan.steps.flatMap(({ captureAs }) => captureAs ?? [])),
  }
  return [
    ...repeatedNames(plan.steps),
    ...plan.steps.flatMap((step, index) => namesOfStep(step, `/steps/${index}`, known)),
    ...referencesIn(plan.outputs ?? {}, '/outputs', known, new Set()),
    ...circle(plan),
  ]
}

type Known = { ids: ReadonlySet<string>; vars: ReadonlySet<string> }

function repeatedNames(steps: readonly PlanStep[]): PlanIssue[] {
  const ids = new Set<string>()
  const vars = new Set<string>()
  return steps.flatMap(({ id, captureAs }, index) => {
    const issues: PlanIssue[] = []
    if (ids.has(id))
      issues.push(fault(`/steps/${index}/id`, 'unique', `another step is called “${id}” already`, id))
    if (captureAs !== undefined && vars.has(captureAs))
      issues.push(
        fault(`/steps/${index}/captureAs`, 'unique', `another step captures “${captureAs}” already`, id),
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

const TAKEN = ['steps', 'vars']

function namesOfForeach({ id, foreach }: PlanStep, at: string): PlanIssue[] {
  if (!foreach) return []
  const { itemName, indexName } = foreach
  const taken = [
    ['itemName', itemName, 'index'],
    ['indexName', indexName, 'item'],
  ].flatMap(([field, name, other]) =>
    name !== undefined && [...TAKEN, other].includes(name)
      ? [fault(`${at}/foreach/${field}`, 'name', `“${name}” means something else already`, id)]
      : [],
  )
  if (itemName !== indexName) return taken
  return [...taken, fault(`${at}/foreach/indexName`, 'name', 'the index needs a name of its own', id)]
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
      const message = whyNot(reference, known, locals, stepId)
      return message === undefined ? [] : [fault(at + pointer, 'reference', message, stepId)]
    }),
  ]
}

function whyNot(
  { text, root, path }: Reference,
  { ids, vars }: Known,
  locals: ReadonlySet<string>,
  stepId?: string,
): string | undefined {
  if (root.of === 'steps' && root.name === stepId) return `${text} refers to the step itself`
  if (root.of === 'steps' && !ids.has(root.name)) return `${text}: there is no step “${root.name}”`
  if (root.of === 'vars' && !vars.has(root.name))
    return `${text}: no step captures its output as “${root.name}”`
  const names = [
    ...(root.of === 'local' ? [root.name] : []),
    ...path.flatMap((part) => (typeof part === 'object' ? part.variable : [])),
  ]
  const unknown = names.find((name) => !locals.has(name))
  if (unknown === undefined) return undefined
  if (['item', 'index'].includes(unknown)) return `${text}: only a step with foreach has $${unknown}`
  return `${text}: nothing here is called $${unknown}. For the text itself write $$`
}

function circle(plan: PlanDocument): PlanIssue[] {
  const { cycle } = planOrder(plan)
  if (!cycle) return []
  const index = plan.steps.findIndex(({ id }) => id === cycle[0])
  const way = cycle.slice(1).map((id) => `“${id}”`)
  const message =
    cycle.length === 2
      ? `“${cycle[0]}” waits for itself`
      : `“${cycle[0]}” waits for ${way.join(', which waits for ')}`
  return [fault(toPointer(['steps', index]), 'cycle', `${message}: none of them could begin`, cycle[0])]
}

function fault(path: string, keyword: string, message: string, stepId?: string): PlanIssue {
  return { severity: 'error', path, keyword, message, ...(stepId !== undefined && { stepId }) }
}
