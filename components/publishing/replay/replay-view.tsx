import { plural } from '#lib/kernel/text/plural.ts'
import { HOUR_MS } from '#lib/kernel/time.ts'
import { REPLAY_ANSWERS } from '#lib/publishing/model/own-replay.ts'
import {
  describeCount,
  REPLAY_VERDICTS,
  SOURCE_LABELS,
  type SourceSummary,
  VERDICT_LABELS,
} from '#lib/publishing/model/replay-verdicts.ts'
import type { ReplayReport } from '#lib/publishing/replay/replay-report.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge, type BadgeVariant } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'

/** What publishers and reviewers see of a replay: counts by place of the contract, and no value. */
export function ReplayView({ replay, baseNumber }: { replay: ReplayReport; baseNumber: string }) {
  const { state, hasCases, endedAtMs, unchangedSkills, isBudgetUsed, sources, audience, answers, notes } =
    replay
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 text-sm">
      {audience && <AudienceLines audience={audience} />}
      {state === 'waiting' ? (
        <p>
          The inputs are being tried. The result stands here when all are done; reload the page in a minute.
        </p>
      ) : (
        <p className="text-muted-foreground">
          Each input was run twice on {baseNumber} and once on this version, without network and without any
          effect.
          {endedAtMs !== null && (
            <>
              {' '}
              Ended between <Time at={endedAtMs} style="instant" /> and{' '}
              <Time at={endedAtMs + HOUR_MS} style="clock" />.
            </>
          )}
        </p>
      )}
      {unchangedSkills.length > 0 && (
        <p>
          Not tried, because the code is the same as in {baseNumber}: {unchangedSkills.join(', ')}.
        </p>
      )}
      {isBudgetUsed && (
        <Alert variant="info" title="Runs of other organisations were left out">
          Five versions of this SkillSet were tried on them within 30 days. Each replay could answer a
          question about somebody’s input, so there is a limit.
        </Alert>
      )}
      {sources.map((source) => (
        <SourceView key={source.source} summary={source} />
      ))}
      {state === 'ended' && !hasCases && unchangedSkills.length === 0 && (
        <p>There is no example or run to try this version on.</p>
      )}
      {answers && (
        <p>
          Organisations that looked at their own results: {answers.fine.toLocaleString('en')} say “fine for
          us”, {answers.notForMe.toLocaleString('en')} say “not for us”.
        </p>
      )}
      {notes.length > 0 && (
        <section className="grid gap-2" aria-label="Notes of organisations">
          <h3 className="font-semibold">Notes of organisations</h3>
          <p className="text-muted-foreground">Only admins of this site read them.</p>
          <ul className="grid gap-2 rounded-lg border border-border bg-card px-4 py-3 shadow-xs">
            {notes.map(({ answer, note }) => (
              <li key={`${answer} ${note}`} className="[overflow-wrap:anywhere]">
                <Badge variant="outline">{REPLAY_ANSWERS[answer]}</Badge> {note}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function AudienceLines({ audience }: { audience: NonNullable<ReplayReport['audience']> }) {
  const { installs, automations, toolsets, plans, keys } = audience
  const lines = [
    `${plural(installs.follow, 'installation')} would get this version by their range, and ${installs.hold.toLocaleString('en')} hold another.`,
    `${plural(automations.follow, 'automation')} would run it, and ${automations.hold.toLocaleString('en')} hold another.`,
    `${plural(toolsets, 'toolset')}, ${plural(plans, 'plan')} and ${plural(keys, 'key')} name its skills.`,
  ]
  return (
    <ul className="grid gap-1 rounded-lg border border-border bg-card px-4 py-3 shadow-xs">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function SourceView({ summary: { source, all, replayed, lines } }: { summary: SourceSummary }) {
  return (
    <section className="grid gap-2" aria-label={SOURCE_LABELS[source]}>
      <h3 className="font-semibold">{SOURCE_LABELS[source]}</h3>
      <p className="text-muted-foreground">
        {describeCount(source, { count: replayed, all })} could be replayed.
        {lines.length === 0 && ' None gives another result.'}
      </p>
      {lines.length > 0 && (
        <ul className="grid gap-2 rounded-lg border border-border bg-card px-4 py-3 shadow-xs">
          {lines.map((line) => (
            <li key={`${line.skillSlug} ${line.verdict} ${line.place}`} className="[overflow-wrap:anywhere]">
              <Badge variant={variantOf(line.verdict)}>{VERDICT_LABELS[line.verdict]}</Badge>{' '}
              <span className="font-medium">{line.skillSlug}</span>
              {line.place && <code className="ml-1">{line.place}</code>}: {describeCount(source, line)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The first verdicts of the list lose something for a caller. */
export function variantOf(verdict: (typeof REPLAY_VERDICTS)[number]): BadgeVariant {
  const rank = REPLAY_VERDICTS.indexOf(verdict)
  if (rank < 3) return 'destructive'
  return rank <= REPLAY_VERDICTS.indexOf('differs_in_few') ? 'warning' : 'neutral'
}
