'use client'

import type { PublicError } from '#lib/errors.ts'
import { issueSentence } from '#lib/form-model/form-issues.ts'
import { pointerKeys } from '#lib/json/json-pointer.ts'
import { Alert } from '../../ui/alert.tsx'
import { IssueSummary } from '../../ui/forms/issue-summary.tsx'
import { stepsOf } from '../document/edit-plan.ts'
import { labelReferencesIn, stepTitle } from '../document/step-labels.ts'
import { usePlanEditing } from '../shared/plan-editing.tsx'
import { planElementId } from './plan-element-id.ts'

type PlanRefusalProps = { error: PublicError; goTo?: (pointer: string) => void }

/** Every problem of a refused start, which its field shows too. */
export function PlanRefusal({ error: { details = [], message }, goTo }: PlanRefusalProps) {
  const { plan, catalog } = usePlanEditing()
  if (details.length === 0) return <Alert variant="destructive">{message}</Alert>
  const issues = details.map((issue) => ({
    ...issue,
    message: issueSentence(labelReferencesIn(plan, catalog, issue.message)),
  }))
  return (
    <IssueSummary
      issues={issues}
      idPrefix={planElementId('')}
      nameOf={(path) => <PlanPath path={path} />}
      goTo={goTo}
    />
  )
}

/** "2 Read a file › path". */
export function PlanPath({ path }: { path: string }) {
  const { plan, catalog } = usePlanEditing()
  const [root = '', at = '', ...rest] = pointerKeys(path)
  if (root !== 'steps' || at === '') return root || 'The plan'
  const step = stepsOf(plan).find(({ index }) => String(index) === at)?.step
  const part = rest.filter((each) => each !== 'args').at(-1)
  return `${Number(at) + 1} ${stepTitle(catalog, step)}${part ? ` › ${part}` : ''}`
}
