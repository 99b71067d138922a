'use client'

import { ChevronRight, Lightbulb } from 'lucide-react'
import type { Place } from '../sections.ts'
import { adviceIn, useAdvice } from './advice-context.tsx'
import { AdviceList } from './advice-list.tsx'
import { FollowAll } from './follow-all.tsx'

/** What could be better in a section, folded: nothing of it has to be done. */
export function SectionAdvice({ place }: { place: Place }) {
  const findings = adviceIn(useAdvice().findings, place)
  if (findings.length === 0) return null
  return (
    <details className="group rounded-md border border-border bg-card text-sm">
      <summary className="flex list-none items-center gap-2 px-3 py-2 text-muted-foreground hover:text-foreground">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        <Lightbulb className="size-4" aria-hidden />
        {findings.length === 1 ? '1 piece of advice' : `${findings.length} pieces of advice`}
      </summary>
      <div className="border-border border-t">
        <AdviceList findings={findings} />
        <FollowAll findings={findings} className="border-border border-t px-4 py-3" />
      </div>
    </details>
  )
}
