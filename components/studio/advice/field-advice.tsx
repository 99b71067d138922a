'use client'

import { Lightbulb } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { useAdvice } from './advice-context.tsx'
import { AdviceList } from './advice-list.tsx'

/** What could be better at exactly this place of the document, beside its field. */
export function FieldAdvice({ pointer, className }: { pointer: string; className?: string }) {
  const findings = useAdvice().findings.filter((finding) => finding.pointer === pointer)
  if (findings.length === 0) return null
  return (
    <div className={cn('flex gap-2.5 border-border border-l-2 py-0.5 pl-3', className)}>
      <Lightbulb className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1">
        <AdviceList findings={findings} isBesideField />
      </div>
    </div>
  )
}
