'use client'

/** What can be done with the steps as a list. Which is open, and where the focus is, follows. */
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { moved, stepsOf, withCopy, withoutStep, withStep } from './edit-plan.ts'
import { focusPlace, stepCardId } from './place-id.ts'
import { usePlan } from './plan-desk.tsx'

export type StepActs = {
  add: (tool: string) => void
  toggle: (index: number) => void
  move: (index: number, by: -1 | 1) => void
  copy: (index: number) => void
  remove: (index: number) => void
}

export function useStepActs() {
  const { plan, edit } = usePlan()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  /** Focused once it has been drawn. */
  const next = useRef<() => void>(undefined)
  useEffect(() => {
    next.current?.()
    next.current = undefined
  })
  const focusCard = (index: number) => () => document.getElementById(stepCardId(index))?.focus()
  const count = stepsOf(plan).at(-1)?.index ?? -1

  const acts: StepActs = {
    add(tool) {
      edit((before) => withStep(before, tool))
      setOpen((before) => new Set([...before, count + 1]))
      next.current = () => {
        const card = document.getElementById(stepCardId(count + 1))
        card?.focus()
        card?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
      }
    },
    toggle: (index) => setOpen((before) => toggled(before, index)),
    move(index, by) {
      const to = index + by
      if (to < 0 || to > count) return
      edit((before) => moved(before, index, by))
      setOpen((before) => swapped(before, index, to))
      next.current = focusCard(to)
    },
    copy(index) {
      edit((before) => withCopy(before, index))
      setOpen((before) => new Set([...shifted(before, index, 1), index + 1]))
      next.current = focusCard(index + 1)
    },
    remove(index) {
      const before = plan
      edit((now) => withoutStep(now, index))
      setOpen((now) => shifted(new Set([...now].filter((each) => each !== index)), index, -1))
      next.current = focusCard(Math.max(0, index - 1))
      toast(`Step ${index + 1} is deleted.`, { action: { label: 'Undo', onClick: () => edit(() => before) } })
    },
  }
  /** Opens the step that the place is in, and goes there. */
  function goTo(pointer: string) {
    const index = Number(/^\/steps\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)
    if (Number.isNaN(index)) return focusPlace(pointer)
    setOpen((before) => new Set([...before, index]))
    const deep = pointer !== `/steps/${index}`
    next.current = () => (deep ? focusPlace(pointer) : focusCard(index)())
  }
  return { open, acts, goTo }
}

function toggled(open: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(open)
  if (!next.delete(index)) next.add(index)
  return next
}

function swapped(open: ReadonlySet<number>, a: number, b: number): ReadonlySet<number> {
  return new Set([...open].map((each) => (each === a ? b : each === b ? a : each)))
}

/** With the places after `index` moved by `by`. */
function shifted(open: ReadonlySet<number>, index: number, by: number): ReadonlySet<number> {
  return new Set([...open].map((each) => (each > index ? each + by : each)))
}
