import { evidenceParts } from '#lib/contract/market/evidence-words.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { STATE_LABELS } from '#lib/contract/version/version-moves.ts'
import type { DeskLine, Usage } from '#lib/studio/list-my-skill-sets.ts'
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
              updated <Time at={line.touchedAtMs} />
            </span>
          </div>
          {line.usage && <p className="text-muted-foreground text-sm">{usageSentence(line.usage)}</p>}
        </LinkRow>
      ))}
    </LinkRows>
  )
}

/** "1,204 runs · 98 % succeeded · 12 ms, by 31 organisations in 30 days · installed by 12" */
function usageSentence(usage: Usage): string {
  const { runs, users, installs } = usage
  const organisations = users === 1 ? 'one organisation' : `${users} organisations`
  const ran = evidenceParts(usage).join(' · ')
  return [
    runs === 0 ? 'Not run in the last 30 days' : `${ran}, by ${organisations} in 30 days`,
    `installed by ${installs === 0 ? 'nobody' : installs}`,
  ].join(' · ')
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
