'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'

type MoreFieldsProps = { summary: string; isOpen?: boolean; children: ReactNode }

/** Fields that few need, folded away; open from the start when one of them says something. */
export function MoreFields({ summary, isOpen = false, children }: MoreFieldsProps) {
  // Read once: clearing the last of them must not fold the field one is typing in.
  const [startsOpen] = useState(isOpen)
  return (
    <details open={startsOpen} className="group">
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-sm text-muted-foreground text-sm hover:text-foreground">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="grid gap-5 pt-4">{children}</div>
    </details>
  )
}
