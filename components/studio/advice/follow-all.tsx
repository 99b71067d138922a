'use client'

import { WandSparkles } from 'lucide-react'
import type { Finding } from '#lib/contract/lint/finding.ts'
import { Button } from '../../ui/button.tsx'
import { useAdvice } from './advice-context.tsx'

/** One button for all that can be followed without a question; nothing when that is one or none. */
export function FollowAll({ findings, className }: { findings: readonly Finding[]; className?: string }) {
  const { follow } = useAdvice()
  const mendable = findings.filter(({ fix }) => fix)
  if (mendable.length < 2) return null
  return (
    <div className={className}>
      <Button size="sm" variant="outline" onClick={() => follow(mendable)}>
        <WandSparkles aria-hidden />
        Apply all {mendable.length} changes
      </Button>
    </div>
  )
}
