'use client'

import { useState, useTransition } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { attemptAction } from '../ui/use-action.ts'

export function RequestCredit({ request }: { request: () => Promise<ActionResult<void>> }) {
  const [pending, start] = useTransition()
  const [message, setMessage] = useState('')

  function sendRequest() {
    start(async () => {
      const result = await attemptAction(request)
      setMessage(result.ok ? 'Sent. You are notified once an admin has granted it.' : result.error.message)
    })
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" pending={pending} onClick={sendRequest}>
        Request credit
      </Button>
      <span role="status" className="text-muted-foreground text-sm">
        {message}
      </span>
    </div>
  )
}
