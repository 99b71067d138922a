'use client'

import { cn } from '../../ui/cn.ts'
import { controlClasses } from '../../ui/input.tsx'
import { useSavedPlan } from './plan-studio.tsx'

/** The plan's name: the heading of the page, and where it is changed. */
export function PlanTitle() {
  const { title, setTitle } = useSavedPlan()
  return (
    <div className="min-w-0 flex-1 basis-64">
      <h1 className="sr-only">{title || 'Untitled plan'}</h1>
      <input
        aria-label="Name of the plan"
        value={title}
        maxLength={120}
        placeholder="Untitled plan"
        className={cn(
          controlClasses,
          '-ml-2 h-10 border-transparent bg-transparent px-2 font-semibold text-2xl tracking-tight shadow-none hover:border-input focus:border-input sm:text-2xl',
        )}
        onChange={({ target }) => setTitle(target.value)}
      />
    </div>
  )
}
