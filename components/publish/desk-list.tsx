import { paths } from '#lib/contract/market/paths.ts'
import { STATE_LABELS } from '#lib/contract/version/version-moves.ts'
import type { DeskLine } from '#lib/studio/list-my-skill-sets.ts'
import { queueSentence } from '../studio/sections/standing-sentence.ts'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { LinkRow, LinkRows } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'

/** The SkillSets of an organisation, and where each of them stands. */
export function DeskList({ lines }: { lines: DeskLine[] }) {
  return (
    <LinkRows>
      {lines.map((line) => (
        <LinkRow
          key={line.id}
          href={paths.publishSkillSet(line.id)}
          title={line.name}
          marks={
            <code className="min-w-0 text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {line.fullName}
            </code>
          }
        >
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted-foreground text-sm">
            <Standing line={line} />
            <span>
              touched <Time at={line.touchedAtMs} />
            </span>
          </div>
        </LinkRow>
      ))}
    </LinkRows>
  )
}

const VARIANTS: Partial<Record<string, BadgeVariant>> = {
  IN_REVIEW: 'info',
  CHANGES_ASKED: 'warning',
  REJECTED: 'destructive',
}

function Standing({ line: { live, pending, hasDraft } }: { line: DeskLine }) {
  return (
    <>
      {live && (
        <Badge variant="success">
          {live.number} {live.visibility === 'PRIVATE' ? 'private' : 'published'}
        </Badge>
      )}
      {pending && (
        <Badge variant={VARIANTS[pending.state]}>
          {pending.number} {STATE_LABELS[pending.state].toLowerCase()}
        </Badge>
      )}
      {pending?.place && <span>{queueSentence(pending.place)}</span>}
      {!live && !pending && hasDraft && <Badge>Draft</Badge>}
    </>
  )
}
