import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { type OwnReplayLine, REPLAY_ANSWERS } from '#lib/publishing/model/own-replay.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

/** Versions that were tried on runs of the viewer's organisation. */
export function OwnReplayList({ replays }: { replays: OwnReplayLine[] }) {
  return (
    <CardList aria-label="Versions tried on your runs">
      {replays.map((replay) => (
        <li key={replay.submissionId} className="grid gap-1 px-4 py-4 text-sm sm:px-5">
          <p className="flex flex-wrap items-center gap-2">
            <TextLink href={paths.ownReplay(replay.submissionId)}>
              {replay.title} {replay.number}
            </TextLink>
            {replay.isOpen ? <Badge variant="info">in review</Badge> : <Badge>decided</Badge>}
            {replay.answer && <Badge variant="outline">{REPLAY_ANSWERS[replay.answer]}</Badge>}
          </p>
          <p className="text-muted-foreground">
            {describeChanged(replay)}. <Time at={replay.createdAtMs} />
          </p>
        </li>
      ))}
    </CardList>
  )
}

/** Returns "4 of 6 runs would give another result, and 3 could not be tried". */
export function describeChanged({
  cases,
  changed,
  untried,
}: Pick<OwnReplayLine, 'cases' | 'changed' | 'untried'>): string {
  const tried = cases - untried
  if (tried === 0) return `None of ${plural(cases, 'run')} could be tried`
  const rest = untried > 0 ? `, and ${untried.toLocaleString('en')} could not be tried` : ''
  return `${changed === 0 ? 'None' : changed.toLocaleString('en')} of ${plural(tried, 'run')} would give another result${rest}`
}
