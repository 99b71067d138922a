'use client'

import { ArrowLeftRight, ListChecks, X } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useMemo, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { type PlanFromRuns, SaveAsPlan } from '../plans/save-as-plan.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { DeleteSelected } from './delete-selected.tsx'
import { type RepeatActions, RepeatSelected } from './repeat-selected.tsx'

type Selection = { selected: ReadonlySet<string>; toggle: (id: string) => void }

const Context = createContext<Selection | null>(null)

type RunSelectionProps = {
  createPlan: PlanFromRuns
  repeat: RepeatActions
  deleteContents: ComponentProps<typeof DeleteSelected>['deleteContents']
  children: ReactNode
}

export function RunSelection({ createPlan, repeat, deleteContents, children }: RunSelectionProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const selection = useMemo<Selection | null>(
    () =>
      selected
        ? { selected, toggle: (id) => setSelected((before) => toggleId(before ?? new Set(), id)) }
        : null,
    [selected],
  )
  return (
    <Context value={selection}>
      <div className="grid grid-cols-1 gap-3">
        {selected ? (
          <div
            data-sticky="top"
            className="sticky top-16 z-10 flex flex-wrap items-center gap-3 rounded-lg border border-border bg-popover px-4 py-2.5 shadow-sm"
          >
            <p role="status" className="text-sm">
              {selected.size === 0
                ? 'Select two runs to compare, or any to repeat, delete or turn into a plan.'
                : `${plural(selected.size, 'run')} selected`}
            </p>
            <span className="ml-auto flex flex-wrap gap-2">
              <CompareSelected ids={[...selected]} />
              <RepeatSelected ids={[...selected]} actions={repeat} onDone={() => setSelected(undefined)} />
              <SaveAsPlan
                ids={[...selected]}
                createPlan={createPlan}
                size="sm"
                variant="primary"
                disabled={selected.size === 0}
              />
              <DeleteSelected
                ids={[...selected]}
                deleteContents={deleteContents}
                onDone={() => setSelected(undefined)}
              />
              <Button size="sm" variant="ghost" onClick={() => setSelected(undefined)}>
                <X aria-hidden /> Cancel
              </Button>
            </span>
          </div>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            className="w-fit justify-self-end text-muted-foreground"
            onClick={() => setSelected(new Set())}
          >
            <ListChecks aria-hidden /> Select runs
          </Button>
        )}
        {children}
      </div>
    </Context>
  )
}

/** Compares the older run with the newer one; run ids sort by time. */
function CompareSelected({ ids }: { ids: string[] }) {
  const [before, after] = ids.toSorted()
  if (ids.length !== 2 || before === undefined)
    return (
      <Button size="sm" variant="outline" disabled>
        <ArrowLeftRight aria-hidden /> Compare
      </Button>
    )
  return (
    <LinkButton href={paths.compareRuns(before, after)} size="sm" variant="outline">
      <ArrowLeftRight aria-hidden /> Compare
    </LinkButton>
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
  const selection = use(Context)
  if (!selection) return null
  return (
    <span className="relative z-10 grid size-6 place-items-center">
      <Checkbox
        aria-label={`Select ${label}`}
        checked={selection.selected.has(id)}
        disabled={!canPick}
        onCheckedChange={() => selection.toggle(id)}
      />
    </span>
  )
}

function toggleId(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}
