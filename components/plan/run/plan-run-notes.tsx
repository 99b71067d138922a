'use client'

import type { Json } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { type PlanTool, toolFor } from '#lib/contract/plan/plan-tool.ts'
import { reachWords } from '#lib/contract/plan/reach-words.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { Alert } from '../../ui/alert.tsx'
import { Link } from '../../ui/link.tsx'
import { stepPreview } from '../builder/step-preview.ts'

/** Where it stopped; why stands at the step, and what to do about it below. */
export function StoppedNote({ run }: { run: PlanRunView }) {
  const number = run.steps.findIndex(({ stepId }) => stepId === run.failedStepId) + 1
  return (
    <Alert variant="destructive" title={`It stopped at step ${number}`}>
      {run.error?.message}
      {run.canResume && (
        <p>
          <a href="#go-on" className="underline underline-offset-4">
            Go on from there
          </a>
          {' once it is fixed: finished steps are not run again.'}
        </p>
      )}
      {run.resumedById && (
        <p>
          {'It was resumed: '}
          <Link href={paths.planRun(run.resumedById)} className="underline underline-offset-4">
            see how it went on
          </Link>
        </p>
      )}
    </Alert>
  )
}

/** What it asks a yes for. */
export function WaitingNote({ run, catalog }: { run: PlanRunView; catalog: Map<string, PlanTool> }) {
  const asked = run.verdicts.filter(({ verdict }) => verdict === 'confirm')
  const plan = run.plan as unknown as Json
  return (
    <Alert variant="warning" title="Nothing has run yet: waiting for confirmation">
      <p>
        {run.dryRun
          ? `A dry run changes nothing by itself, but it calls ${asked.length === 1 ? 'a skill that changes things, and only that skill knows whether it keeps to it' : 'skills that change things, and only they know whether they keep to it'}:`
          : `Your organisation wants a person to agree to ${asked.length === 1 ? 'this' : 'these'}:`}
      </p>
      <ul className="list-disc pl-5">
        {asked.map(({ stepId }) => {
          const step = run.plan.steps.find(({ id }) => id === stepId)
          const reach = step ? reachWords(toolFor(catalog, step.tool)) : []
          return (
            <li key={stepId}>
              {step ? stepPreview(plan, catalog, step as unknown as { [key: string]: Json }) : stepId}
              {reach.length > 0 && <span className="block text-xs">{reach.join(' ')}</span>}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
