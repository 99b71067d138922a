'use client'

import { humanise, pathName } from '#lib/contracts/forms/fields/field-labels.ts'
import { issueSentence } from '#lib/contracts/forms/rjsf/form-issues.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { pointerKeys, toPointer } from '#lib/kernel/json/json-pointer.ts'
import { RefusalAlert } from '../../ui/alert.tsx'
import { IssueSummary } from '../../ui/forms/issue-summary.tsx'
import { listStepObjects } from '../document/edit-plan.ts'
import { labelReferencesIn, stepTitle } from '../document/step-labels.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { planElementId } from './plan-element-id.ts'

type PlanRefusalProps = { error: PublicError; goTo?: (pointer: string) => void }

/** Lists every problem for which the server refused to start the plan. The fields show them, too. */
export function PlanRefusal({ error, goTo }: PlanRefusalProps) {
  const { plan, catalog } = usePlanEditing()
  const { details = [], href } = error
  if (details.length === 0) return <RefusalAlert error={error} />
  const issues = details.map((issue) => ({
    ...issue,
    message: issueSentence(labelReferencesIn(plan, catalog, issue.message)),
  }))
  return (
    <div className="grid gap-3">
      <IssueSummary
        issues={issues}
        idPrefix={planElementId('')}
        renderName={(path) => <PlanPath path={path} />}
        onSelect={goTo}
      />
      {href && <RefusalAlert error={error} />}
    </div>
  )
}

/** Shows, for example, "2 Read a file › Path". */
export function PlanPath({ path }: { path: string }) {
  const { plan, catalog, toolOf } = usePlanEditing()
  const [root = '', at = '', ...rest] = pointerKeys(path)
  if (root !== 'steps' || at === '') return root === '' ? 'The plan' : humanise(root)
  const step = listStepObjects(plan).find(({ index }) => String(index) === at)?.step
  const title = `${Number(at) + 1} ${stepTitle(catalog, step)}`
  const [part, ...keys] = rest
  if (part !== 'args') return part === undefined ? title : `${title} › ${humanise(rest.at(-1) ?? part)}`
  const schema = toolOf(step?.tool)?.inputSchema
  return keys.length > 0 ? `${title} › ${pathName(schema ?? {}, toPointer(keys))}` : title
}
