/** What changed, as sentences by area; in each area what breaks callers comes first. */
import type { Change } from '#lib/contract/changes/changes.ts'
import { BUMPS } from '#lib/contract/version/version-number.ts'
import { Witness } from '../changes/witness.tsx'
import { Badge } from '../ui/badge.tsx'
import { AREAS } from './words.ts'

export function ChangeList({ changes }: { changes: Change[] }) {
  const areas = (Object.keys(AREAS) as Change['area'][]).filter((area) =>
    changes.some((each) => each.area === area),
  )
  return (
    <div className="grid gap-5 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5">
      {areas.map((area) => (
        <div key={area} className="grid gap-2">
          <h3 className="font-medium text-muted-foreground text-sm">{AREAS[area]}</h3>
          <ul className="grid gap-2">
            {changes
              .filter((each) => each.area === area)
              .toSorted(byWeight)
              .map((change) => (
                <li
                  key={`${change.pointer} ${change.sentence}`}
                  className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm [overflow-wrap:anywhere]"
                >
                  <Weight change={change} />
                  <span className="grid min-w-0 flex-1 basis-60 gap-1">
                    {change.sentence}
                    <Witness change={change} />
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Weight({ change: { breaking, bump } }: { change: Change }) {
  if (breaking) return <Badge variant="destructive">Breaking</Badge>
  return <Badge variant="neutral">{bump === 'none' ? 'no step' : bump}</Badge>
}

function byWeight(a: Change, b: Change): number {
  return Number(b.breaking) - Number(a.breaking) || BUMPS.indexOf(b.bump) - BUMPS.indexOf(a.bump)
}
