'use client'

import { CornerDownRight } from 'lucide-react'
import type { Reference } from '#lib/plans/model/document/reference.ts'
import { cn } from '../../ui/cn.ts'
import { referenceLabel } from '../document/step-labels.ts'
import { usePlanEditing } from './plan-editing.tsx'

export function ReferenceChip({ reference, className }: { reference: Reference; className?: string }) {
  const { plan, catalog } = usePlanEditing()
  const { of, number, part } = referenceLabel(plan, catalog, reference)
  return (
    <span
      title={reference.text}
      className={cn(
        'inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-md border border-primary/25 bg-accent px-2 py-1 text-accent-foreground text-sm',
        className,
      )}
    >
      {number === undefined ? (
        <CornerDownRight className="size-3.5 shrink-0" aria-hidden />
      ) : (
        <StepNumber number={number} />
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {of}
        {part !== '' && (
          <>
            <span className="px-1 opacity-60" aria-hidden>
              ›
            </span>
            <span className="sr-only">, </span>
            <span className="font-medium">{part}</span>
          </>
        )}
      </span>
    </span>
  )
}

export function StepNumber({ number, className }: { number: number; className?: string }) {
  return (
    <span
      className={cn(
        'grid size-5 shrink-0 place-items-center rounded-full bg-primary font-medium text-[0.6875rem] text-primary-foreground tabular-nums',
        className,
      )}
    >
      {number}
    </span>
  )
}
