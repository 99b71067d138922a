'use client'

import { CircleCheck, FilePlus2, Info, OctagonAlert, TriangleAlert, Wand2 } from 'lucide-react'
import { useMemo } from 'react'
import { issueSentence } from '#lib/contracts/forms/rjsf/form-issues.ts'
import { pointerKeys, valueAt } from '#lib/kernel/json/json-pointer.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { PlanIssue, Severity } from '#lib/plans/model/document/plan-document.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { useAction } from '../../ui/use-action.ts'
import { listStepObjects } from '../document/edit-plan.ts'
import { fixForIssue } from '../document/fix-for-issue.ts'
import { labelReferencesIn } from '../document/step-labels.ts'
import { PLAN_DETAIL_FIELDS } from '../document/step-schema.ts'
import { PlanPath } from '../forms/plan-refusal.tsx'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { useSavedPlan } from './plan-builder-context.tsx'

const ICONS = { error: OctagonAlert, warning: TriangleAlert, note: Info }
const COLOURS = { error: 'text-destructive', warning: 'text-warning', note: 'text-info' }
const SEVERITY_LABELS: Record<Severity, string> = { error: 'Problem', warning: 'May fail', note: 'Note' }

export function CheckPanel({ goTo }: { goTo: (pointer: string) => void }) {
  const { plan, check, issues } = usePlanEditing()
  const isRunnable = check.isRunnable && issues.length === check.issues.length
  const hasSteps = listStepObjects(plan).length > 0
  const hasWarnings = issues.some(({ severity }) => severity === 'warning')
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold text-sm">Check</h2>
      {isRunnable && (
        <p className={`flex items-center gap-2 text-sm ${hasWarnings ? COLOURS.warning : 'text-success'}`}>
          {hasWarnings ? (
            <TriangleAlert className="size-4" aria-hidden />
          ) : (
            <CircleCheck className="size-4" aria-hidden />
          )}{' '}
          {hasWarnings ? 'The plan can run, but a step may fail.' : 'No problems found.'}
        </p>
      )}
      {!hasSteps && (
        <p className="text-muted-foreground text-sm">Add a step. Problems will show up here as you work.</p>
      )}
      {hasSteps && issues.length > 0 && (
        <ol className="grid gap-3">
          {issues.map((issue) => (
            <IssueLine key={`${issue.path} ${issue.message}`} issue={issue} goTo={goTo} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function IssueLine({ issue, goTo }: { issue: PlanIssue; goTo: (pointer: string) => void }) {
  const { plan, catalog, applyFix } = usePlanEditing()
  const { severity, keyword, message, path } = issue
  const fix = useMemo(() => fixForIssue(plan, catalog, issue), [plan, catalog, issue])
  const Icon = ICONS[severity]
  const file = keyword === 'missing-file' ? valueAt(plan, path) : undefined
  return (
    <li className="flex gap-2 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${COLOURS[severity]}`} aria-hidden />
      <span className="grid min-w-0 gap-1">
        <span className="[overflow-wrap:anywhere]">
          <span className="sr-only">{SEVERITY_LABELS[severity]}: </span>
          {hasField(path) ? (
            <button
              type="button"
              className="rounded-sm text-left font-medium underline underline-offset-3"
              onClick={() => goTo(path)}
            >
              <PlanPath path={path} />
            </button>
          ) : (
            <span className="font-medium">
              <PlanPath path={path} />
            </span>
          )}{' '}
          {issueSentence(labelReferencesIn(plan, catalog, message))}
        </span>
        {keyword === 'policy' && (
          <Link className="w-fit underline underline-offset-3" href={paths.planPolicy}>
            The approval policy
          </Link>
        )}
        {typeof file === 'string' && <SampleButton path={file} />}
        {fix && (
          <Button
            variant="outline"
            size="sm"
            className="h-7 w-fit text-xs"
            onClick={() => applyFix(fix.edits)}
          >
            <Wand2 aria-hidden /> {fix.title}
          </Button>
        )}
      </span>
    </li>
  )
}

function SampleButton({ path }: { path: string }) {
  const { hasSample, addSample } = useSavedPlan()
  const [pending, start] = useAction()
  if (!hasSample(path)) return null
  return (
    <Button
      variant="outline"
      size="sm"
      className="h-7 w-fit text-xs"
      pending={pending}
      onClick={() => start(() => addSample(path), `${path} was added to your vault.`)}
    >
      <FilePlus2 aria-hidden /> Add a sample
    </Button>
  )
}

/**
 * Tells whether the builder has a field at this path. Other parts, such as the risk, are changed by a fix or in the
 * JSON.
 */
function hasField(path: string): boolean {
  const [root = ''] = pointerKeys(path)
  return root === 'steps' || PLAN_DETAIL_FIELDS.includes(root)
}
