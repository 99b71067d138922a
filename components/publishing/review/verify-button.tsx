'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/use-action.ts'

type VerifyProps = {
  name: string
  verified: boolean
  verify: (isVerified: boolean) => Promise<ActionResult<void>>
}

export function VerifyButton({ name, verified, verify }: VerifyProps) {
  const [isBusy, start] = useAction()
  const set = (isVerified: boolean) =>
    start(
      () => verify(isVerified),
      isVerified ? `${name} is now verified.` : `The verification of ${name} was removed.`,
    )
  return (
    <Button variant="outline" pending={isBusy} onClick={() => set(!verified)}>
      {verified ? 'Remove verification' : 'Verify this publisher'}
    </Button>
  )
}
