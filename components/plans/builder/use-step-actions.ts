'use client'

import { useEffect, useRef, useState } from 'react'
import { focusField } from '../../ui/forms/issue-summary.tsx'
import { toast } from '../../ui/toast.ts'
import { addStep, copyStep, listStepObjects, moveStep, removeStep } from '../document/edit-plan.ts'
import { addApproval } from '../document/step-approval.ts'
import { planElementId, stepCardId } from '../forms/plan-element-id.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'

export type StepActions = {
  add: (tool: string) => void
  addApproval: (index: number) => void
  toggle: (index: number) => void
  move: (index: number, offset: -1 | 1) => void
  copy: (index: number) => void
  remove: (index: number) => void
}

export function useStepActions() {
  const { plan, edit } = usePlanEditing()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const next = useRef<() => void>(undefined)
  useEffect(() => {
    next.current?.()
    next.current = undefined
  })
  const focusCard = (index: number) => () => document.getElementById(stepCardId(index))?.focus()
  const count = listStepObjects(plan).at(-1)?.index ?? -1

  const actions: StepActions = {
    add(tool) {
      edit((before) => addStep(before, tool))
      setOpen((before) => new Set([...before, count + 1]))
      next.current = () => {
        const card = document.getElementById(stepCardId(count + 1))
        card?.focus()
        card?.scrollIntoView({ block: 'nearest' })
      }
    },
    addApproval(index) {
      edit((before) => addApproval(before, index))
      goTo(`/steps/${index}/approval`)
    },
    toggle: (index) => setOpen((before) => toggleIndex(before, index)),
    move(index, offset) {
      const to = index + offset
      if (to < 0 || to > count) return
      edit((before) => moveStep(before, index, offset))
      setOpen((before) => swapIndexes(before, index, to))
      next.current = focusCard(to)
    },
    copy(index) {
      edit((before) => copyStep(before, index))
      setOpen((before) => new Set([...shiftIndexes(before, index, 1), index + 1]))
      next.current = focusCard(index + 1)
    },
    remove(index) {
      const before = plan
      edit((now) => removeStep(now, index))
      setOpen((now) => shiftIndexes(new Set([...now].filter((other) => other !== index)), index, -1))
      next.current = focusCard(Math.max(0, index - 1))
      toast(`Step ${index + 1} deleted.`, { action: { label: 'Undo', onClick: () => edit(() => before) } })
    },
  }
  function goTo(pointer: string) {
    const index = Number(/^\/steps\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)
    if (Number.isNaN(index)) return focusField(planElementId(''), pointer)
    setOpen((before) => new Set([...before, index]))
    const deep = pointer !== `/steps/${index}`
    next.current = () => (deep ? focusField(planElementId(''), pointer) : focusCard(index)())
  }
  return { open, actions, goTo }
}

function toggleIndex(open: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(open)
  if (!next.delete(index)) next.add(index)
  return next
}

function swapIndexes(open: ReadonlySet<number>, a: number, b: number): ReadonlySet<number> {
  return new Set([...open].map((other) => (other === a ? b : other === b ? a : other)))
}

function shiftIndexes(open: ReadonlySet<number>, index: number, offset: number): ReadonlySet<number> {
  return new Set([...open].map((other) => (other > index ? other + offset : other)))
}
