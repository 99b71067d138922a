import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { paths } from '#lib/contract/market/paths.ts'
import { STATE_LABELS } from '#lib/contract/version/version-moves.ts'
import type { DeskLine } from '#lib/studio/list-my-skill-sets.ts'
import { queueSentence } from '../studio/sections/standing-sentence.ts'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'

/** The SkillSets of an organisation, and where each of them stands. */
export function DeskList({ lines }: { lines: DeskLine[] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {lines.map((line) => (
        <li key={line.id} className="relative flex items-center gap-4 px-5 py-4 hover:bg-muted/50">
          <div className="grid min-w-0 flex-1 gap-2">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <Link
                href={paths.publishSkillSet(line.id)}
                className="font-medium after:absolute after:inset-0 [overflow-wrap:anywhere]"
              >
                {line.name}
              </Link>
              <code className="min-w-0 text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {line.fullName}
              </code>
            </div>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted-foreground text-sm">
              <Standing line={line} />
              <span>
                touched <Time at={line.touchedAtMs} />
              </span>
            </div>
          </div>
          <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        </li>
      ))}
    </ul>
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
