'use client'

import { useTransition } from 'react'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type VerifyProps = {
  name: string
  verified: boolean
  verify: (isVerified: boolean) => Promise<ActionResult<void>>
}

export function VerifyButton({ name, verified, verify }: VerifyProps) {
  const [isBusy, start] = useTransition()
  const set = (isVerified: boolean) =>
    start(async () => {
      const result = await verify(isVerified)
      if (!result.ok) toast.error(result.error.message)
      else toast.success(isVerified ? `${name} is now verified.` : `${name} is no longer verified.`)
    })
  return (
    <Button variant="outline" pending={isBusy} onClick={() => set(!verified)}>
      {verified ? 'Remove verification' : 'Verify this publisher'}
    </Button>
  )
}
