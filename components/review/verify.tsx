'use client'

import { useTransition } from 'react'
import { toast } from 'sonner'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'

type VerifyProps = {
  name: string
  verified: boolean
  verify: (isVerified: boolean) => Promise<ActionResult<void>>
}

/** For admins: gives the mark beside a publisher's name, or takes it back. Each undoes the other. */
export function Verify({ name, verified, verify }: VerifyProps) {
  const [isBusy, start] = useTransition()
  const set = (isVerified: boolean) =>
    start(async () => {
      const result = await verify(isVerified)
      if (!result.ok) toast.error(result.error.message)
      else toast.success(isVerified ? `${name} is verified.` : `${name} has no mark any more.`)
    })
  return (
    <Button variant="outline" size="sm" pending={isBusy} onClick={() => set(!verified)}>
      {verified ? 'Take the verified mark back' : 'Verify this publisher'}
    </Button>
  )
}
