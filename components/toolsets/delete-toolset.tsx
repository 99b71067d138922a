'use client'

import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import type { ToolsetActions } from './toolset-actions.ts'

type DeleteToolsetProps = { toolset: string; remove: ToolsetActions['deleteToolset'] }

export function DeleteToolset({ toolset, remove }: DeleteToolsetProps) {
  return (
    <Confirm
      title={`Delete ${toolset}?`}
      what="Clients that use its address stop working."
      verb="Delete"
      onConfirm={async () => {
        const result = await remove({ toolset })
        return result.ok ? undefined : result.error.message
      }}
    >
      <Button variant="ghost" size="sm" className="text-destructive" aria-label={`Delete ${toolset}`}>
        Delete
      </Button>
    </Confirm>
  )
}
