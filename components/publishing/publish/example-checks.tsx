import type { ReactNode } from 'react'
import { listPlaces } from '#lib/contracts/examples/tell-drift-apart.ts'
import type { ExampleCheck } from '#lib/publishing/drafts/list-example-checks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { PublicRecording, type PublicRecordingActions } from './public-recording.tsx'

type ExampleChecksProps = {
  checks: readonly ExampleCheck[]
  /** Absent for plain members, who cannot publish recordings. */
  actions?: PublicRecordingActions | undefined
}

/** What the nightly and weekly checks found, with the places that changed and whether code or world changed them. */
export function ExampleChecks({ checks, actions }: ExampleChecksProps) {
  return (
    <ul className="grid gap-4">
      {checks.map((check) => (
        <li
          key={`${check.version} ${check.skillSlug} ${check.exampleIndex}`}
          className="grid gap-1.5 border-border border-b pb-4 text-sm last:border-0 last:pb-0"
        >
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium [overflow-wrap:anywhere]">
              {check.skillSlug}: {check.title}
            </span>
            <span className="text-muted-foreground">{check.version}</span>
            {verdictOf(check)}
          </div>
          <p className="text-pretty text-muted-foreground">
            From the recording of <Time at={check.recordedAtMs} style="day" />: {check.offline}{' '}
            <Time at={check.offlineAtMs} />
            {check.failedNights > 1 && `, for ${check.failedNights} nights`}. {liveSentence(check)}
          </p>
          <Findings check={check} />
          {actions && check.canBePublic && (
            <PublicRecording
              recordingId={check.recordingId}
              publicAtMs={check.publicAtMs}
              title={`${check.skillSlug}: ${check.title}`}
              actions={actions}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function verdictOf({ offline, live }: ExampleCheck): ReactNode {
  if (offline === 'failed') return <Badge variant="destructive">Changed by itself</Badge>
  if (live === 'drifted') return <Badge variant="warning">The world has changed</Badge>
  return <Badge variant="outline">As recorded</Badge>
}

function liveSentence({ live, liveAtMs }: ExampleCheck): ReactNode {
  if (live === null || liveAtMs === null) return 'Not checked with the real hosts yet.'
  if (live === 'none')
    return 'No weekly check with the real hosts: the skill needs secrets that you have not lent for it, calls other skills or tools, or makes changes.'
  return (
    <>
      With the real hosts: {live === 'passed' ? 'passed' : 'other output'} <Time at={liveAtMs} />.
    </>
  )
}

function Findings({ check: { places, errors } }: { check: ExampleCheck }) {
  const findings: [key: string, text: string][] = []
  if (errors.offline !== undefined)
    findings.push(['offline', `With the recorded answers it fails: ${errors.offline}`])
  if (places.code.length > 0)
    findings.push(['code', `Changed by the code, a package or the engine: ${listPlaces(places.code)}`])
  if (places.world.length > 0) findings.push(['world', `Changed by the world: ${listPlaces(places.world)}`])
  if (errors.live !== undefined) findings.push(['live', `With the real hosts it fails: ${errors.live}`])
  if (findings.length === 0) return null
  return (
    <ul className="list-disc pl-5">
      {findings.map(([key, text]) => (
        <li key={key} className="[overflow-wrap:anywhere]">
          {text}
        </li>
      ))}
    </ul>
  )
}
