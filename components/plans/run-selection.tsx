'use client'

import { ArrowLeftRight, ListChecks, Workflow, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useMemo, useState, useTransition } from 'react'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { paths } from '#lib/site/paths.ts'
import { plural } from '#lib/text/plural.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Link } from '../ui/link.tsx'
import { toast } from '../ui/toast.ts'

type Picks = { picked: ReadonlySet<string>; toggle: (id: string) => void }

const Context = createContext<Picks | null>(null)

export type PlanFromRuns = (ids: readonly string[]) => Promise<ActionResult<{ slug: string }>>

export function RunSelection({ make, children }: { make: PlanFromRuns; children: ReactNode }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const picks = useMemo<Picks | null>(
    () =>
      picked ? { picked, toggle: (id) => setPicked((before) => toggleId(before ?? new Set(), id)) } : null,
    [picked],
  )
  return (
    <Context value={picks}>
      <div className="grid grid-cols-1 gap-3">
        {picked ? (
          <div className="sticky top-16 z-10 flex flex-wrap items-center gap-3 rounded-lg border border-border bg-popover px-4 py-2.5 shadow-sm">
            <p role="status" className="text-sm">
              {picked.size === 0
                ? 'Select two runs to compare them, or those that a plan should repeat.'
                : `${plural(picked.size, 'run')} selected`}
            </p>
            <span className="ml-auto flex flex-wrap gap-2">
              <CompareSelected ids={[...picked]} />
              <SaveAsPlan
                ids={[...picked]}
                make={make}
                size="sm"
                variant="primary"
                disabled={picked.size === 0}
              />
              <Button size="sm" variant="ghost" onClick={() => setPicked(undefined)}>
                <X aria-hidden /> Cancel
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
            <ListChecks aria-hidden /> Select runs
          </Button>
        )}
        {children}
      </div>
    </Context>
  )
}

/** The earlier run, whose id sorts first, is the one that the other is compared with. */
function CompareSelected({ ids }: { ids: string[] }) {
  const [before, after] = ids.toSorted()
  if (ids.length !== 2 || before === undefined)
    return (
      <Button size="sm" variant="outline" disabled>
        <ArrowLeftRight aria-hidden /> Compare
      </Button>
    )
  return (
    <Button asChild size="sm" variant="outline">
      <Link href={paths.compareRuns(before, after)}>
        <ArrowLeftRight aria-hidden /> Compare
      </Link>
    </Button>
  )
}

export function RunSelectionCheckbox({
  id,
  label,
  canPick,
}: {
  id: string
  label: string
  canPick: boolean
}) {
  const picks = use(Context)
  if (!picks) return null
  return (
    <span className="relative z-10 grid size-6 place-items-center">
      <Checkbox
        aria-label={`Select ${label}`}
        checked={picks.picked.has(id)}
        disabled={!canPick}
        onCheckedChange={() => picks.toggle(id)}
      />
    </span>
  )
}

function toggleId(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}

type Props = Pick<ButtonProps, 'variant' | 'size' | 'disabled'> & {
  ids: readonly string[]
  make: PlanFromRuns
}

export function SaveAsPlan({ ids, make, ...look }: Props) {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const save = () =>
    start(async () => {
      const answer = await make(ids)
      if (answer.ok) router.push(paths.plan(answer.data.slug))
      else toast.error(answer.error.message)
    })
  return (
    <Button variant="outline" {...look} pending={isPending} onClick={save}>
      <Workflow aria-hidden /> Save as plan
    </Button>
  )
}
