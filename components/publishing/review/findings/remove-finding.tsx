'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'

type RemoveFindingProps = { title: string; remove: () => Promise<ActionResult<void>> }

export function RemoveFinding({ title, remove }: RemoveFindingProps) {
  const [isSending, start] = useAction()
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={isSending}
      aria-label={`Remove the finding “${title}”`}
      onClick={() => start(remove, 'The finding was removed.')}
    >
      Remove
    </Button>
  )
}
