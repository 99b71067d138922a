import type { ReactNode } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { Outcomes } from '#lib/publishing/model/compare-failures.ts'
import { countTarget, LAST_STEP, ROLLOUT_STEPS } from '#lib/publishing/model/rollout-steps.ts'
import type { RolloutView } from '#lib/publishing/rollouts/rollout-view.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cn } from '../../ui/cn.ts'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { FinishButton, ReturnButton } from './rollout-buttons.tsx'

type Rollout = NonNullable<RolloutView['rollout']>

type RolloutPanelProps = {
  view: RolloutView
  /** Whether the viewer may decide. */
  canDecide: boolean
  actions: {
    finishRollout: (versionId: string) => Promise<ActionResult<unknown>>
    returnVersion: (versionId: string, reason: string) => Promise<ActionResult<unknown>>
  }
}

/** How far a version has been rolled out, for its publisher and admins. */
export function RolloutPanel({ view, canDecide, actions }: RolloutPanelProps) {
  const { rollout, number, versionId, returnTo } = view
  if (!rollout && !(canDecide && returnTo)) return null
  return (
    <section id="rollout" aria-labelledby="rollout-title" className="grid grid-cols-1 gap-4">
      <h2 id="rollout-title" className="flex flex-wrap items-center gap-3 font-semibold text-lg">
        Rollout of {number} {rollout && <StateBadge rollout={rollout} />}
      </h2>
      {rollout?.state === 'rolling' && <Steps rollout={rollout} />}
      <p className="max-w-prose text-pretty text-sm">
        {rollout ? describeState(rollout, number) : `Everyone who follows a range gets ${number}.`}
      </p>
      {rollout?.figures && (
        <Figures figures={rollout.figures} number={number} oldNumber={rollout.oldNumber} />
      )}
      {canDecide && (
        <DisabledUntilHydrated className="flex flex-wrap gap-2">
          {rollout && rollout.state !== 'finished' && (
            <FinishButton number={number} finish={actions.finishRollout.bind(null, versionId)} />
          )}
          {returnTo && (
            <ReturnButton
              number={number}
              returnTo={returnTo}
              returnVersion={actions.returnVersion.bind(null, versionId)}
            />
          )}
        </DisabledUntilHydrated>
      )}
    </section>
  )
}

function StateBadge({ rollout: { state, isInconclusive } }: { rollout: Rollout }) {
  if (state === 'finished') return <Badge variant="success">With everyone</Badge>
  if (state === 'returned') return <Badge variant="destructive">Returned</Badge>
  if (state === 'superseded') return <Badge>Replaced by a later version</Badge>
  return isInconclusive ? <Badge variant="warning">Inconclusive</Badge> : <Badge>Going on</Badge>
}

function Steps({ rollout: { step, audience } }: { rollout: Rollout }) {
  return (
    <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {ROLLOUT_STEPS.map(({ label }, index) => (
        <li
          key={label}
          aria-current={index === step ? 'step' : undefined}
          className={cn(
            'grid gap-0.5 rounded-md border border-border px-3 py-2 text-sm',
            index === step && 'border-primary bg-accent',
            index > step && 'text-muted-foreground',
          )}
        >
          <span className="font-medium">{label}</span>
          <span className="text-muted-foreground text-xs">
            {index < step ? 'Done' : plural(countTarget(index, audience), 'organisation')}
          </span>
        </li>
      ))}
    </ol>
  )
}

function describeState(rollout: Rollout, number: string): ReactNode {
  const { state, step, figures, oldNumber, outcome, reason, startedAtMs, isAhead, endedAtMs } = rollout
  if (state === 'finished')
    return `${outcome === 'succeeded' ? `${number} fails no more often than ${oldNumber}.` : outcome === 'person' ? 'A person gave it to everyone.' : `Too few runs were made to compare it with ${oldNumber}, and nothing spoke against it.`} Everyone who follows a range gets it.`
  if (state === 'returned')
    return (
      <>
        Returned {endedAtMs !== null && <Time at={endedAtMs} />}: {reason} Everyone who follows a range gets{' '}
        {oldNumber ?? 'an older version'}. Publish a fix under a higher number, or give this one to everyone
        after all.
      </>
    )
  if (state === 'superseded')
    return 'A later version was published meanwhile. Who has this one keeps it until the later one reaches them.'
  if (isAhead)
    return (
      <>
        The rollout begins <Time at={startedAtMs} />, when the version has the minimum age of this site.
      </>
    )
  const { need, suspiciousOrganisations } = figures ?? {}
  if (suspiciousOrganisations)
    return `Runs fail at ${plural(suspiciousOrganisations, 'organisation')} far more often than before. One more organisation at a time gets ${number}, to tell whether the version is to blame. If it is, everyone gets ${oldNumber} again.`
  if (!need)
    return `The first organisation gets ${number} now. Its runs are compared with those of ${oldNumber}.`
  const next = step === LAST_STEP ? 'The rollout ends' : `${ROLLOUT_STEPS[step + 1]?.label} follow`
  return `${next} after ${plural(need.runs, 'run')} by ${plural(need.organisations, 'organisation')} without more failures than with ${oldNumber}. If there are more, everyone gets ${oldNumber} again.`
}

type FiguresProps = {
  figures: NonNullable<Rollout['figures']>
  number: string
  oldNumber: string | null
}

function Figures({
  figures: { after, before, organisations, faultyOrganisations, need },
  number,
  oldNumber,
}: FiguresProps) {
  return (
    <Facts
      facts={[
        {
          label: 'Organisations',
          value: organisations,
          note: `ran ${number}; this step needs ${need.organisations}`,
        },
        { label: `Runs of ${number}`, value: count(after), note: `this step needs ${need.runs}` },
        {
          label: `Failures of ${number}`,
          value: after.faults,
          note:
            faultyOrganisations > 0
              ? `at ${plural(faultyOrganisations, 'organisation')}`
              : 'by its own fault',
        },
        {
          label: `Failures of ${oldNumber ?? 'the old version'}`,
          value: before.faults,
          note: `of ${plural(count(before), 'run')} on the same days`,
        },
      ]}
    />
  )
}

function count({ faults, successes }: Outcomes): number {
  return faults + successes
}
