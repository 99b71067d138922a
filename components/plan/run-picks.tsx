'use client'

/** Choosing runs of the history to make a plan of: one checkbox a line, and a bar that says how many are chosen. */
import { ListChecks, X } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { type PlanFromRuns, SaveAsPlan } from './save-as-plan.tsx'

type Picks = { picked: ReadonlySet<string>; toggle: (id: string) => void }

const Context = createContext<Picks | null>(null)

export function RunPicks({ make, children }: { make: PlanFromRuns; children: ReactNode }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const picks = useMemo<Picks | null>(
    () =>
      picked ? { picked, toggle: (id) => setPicked((before) => toggled(before ?? new Set(), id)) } : null,
    [picked],
  )
  return (
    <Context value={picks}>
      <div className="grid grid-cols-1 gap-3">
        {picked ? (
          <div className="sticky top-16 z-10 flex flex-wrap items-center gap-3 rounded-lg border border-border bg-popover px-4 py-2.5 shadow-sm">
            <p role="status" className="text-sm">
              {picked.size === 0
                ? 'Choose the runs that the plan should repeat.'
                : `${picked.size} ${picked.size === 1 ? 'run' : 'runs'} chosen`}
            </p>
            <span className="ml-auto flex gap-2">
              <SaveAsPlan
                ids={[...picked]}
                make={make}
                size="sm"
                variant="primary"
                disabled={picked.size === 0}
              />
              <Button size="sm" variant="ghost" onClick={() => setPicked(undefined)}>
                <X aria-hidden /> Not now
              </Button>
            </span>
          </div>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            className="w-fit justify-self-end text-muted-foreground"
            onClick={() => setPicked(new Set())}
          >
            <ListChecks aria-hidden /> Make a plan from runs
          </Button>
        )}
        {children}
      </div>
    </Context>
  )
}

/** The checkbox of one line; nothing while none are chosen. */
export function RunPick({ id, label, canPick }: { id: string; label: string; canPick: boolean }) {
  const picks = use(Context)
  if (!picks) return null
  return (
    <span className="relative z-10 grid size-6 place-items-center">
      <Checkbox
        aria-label={`Choose ${label}`}
        checked={picks.picked.has(id)}
        disabled={!canPick}
        onCheckedChange={() => picks.toggle(id)}
      />
    </span>
  )
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}
