'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/use-action.ts'

type UndoChangeProps = {
  organisation: string
  change: { operationId: string; isUndone: boolean }
  undo: (organisation: string, selector: { operationIds: string[] }) => Promise<ActionResult<unknown>>
}

export function UndoChange({ organisation, change: { operationId, isUndone }, undo }: UndoChangeProps) {
  const [pending, run] = useAction()
  if (isUndone) return <span className="text-muted-foreground text-xs">Undone</span>
  return (
    <Button
      variant="outline"
      size="sm"
      pending={pending}
      onClick={() => run(() => undo(organisation, { operationIds: [operationId] }), 'Undone.')}
    >
      Undo
    </Button>
  )
}
