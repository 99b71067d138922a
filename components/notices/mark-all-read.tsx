'use client'

import { CheckCheck } from 'lucide-react'
import { useTransition } from 'react'
import { toast } from 'sonner'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'

export function MarkAllRead({ markAllRead }: { markAllRead: () => Promise<ActionResult<void>> }) {
  const [pending, start] = useTransition()

  function tickAll() {
    start(async () => {
      const result = await markAllRead()
      if (!result.ok) toast.error(result.error.message)
    })
  }

  return (
    <Button variant="outline" pending={pending} onClick={tickAll}>
      <CheckCheck aria-hidden />
      Mark all as read
    </Button>
  )
}
