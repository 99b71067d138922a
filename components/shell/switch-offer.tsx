'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

type Found = { id: string; name: string } | null

type SwitchOfferProps = {
  find: (path: string) => Promise<ActionResult<Found>>
  switchTo: (id: string) => Promise<ActionResult<void>>
}

/** Asks in the browser: Next renders not-found with every page. */
export function SwitchOffer({ find, switchTo }: SwitchOfferProps) {
  const [found, setFound] = useState<Found>(null)
  const [pending, start] = useAction()
  const router = useRouter()

  useEffect(() => {
    let isGone = false
    find(window.location.pathname).then(
      (result) => !isGone && setFound(result.ok ? result.data : null),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [find])

  function change(id: string) {
    start(
      () => switchTo(id),
      () => router.refresh(),
    )
  }

  return (
    <div role="status" className="empty:hidden">
      {found && (
        <div className="grid justify-items-center gap-3">
          <p className="text-sm">This page belongs to {found.name}.</p>
          <Button pending={pending} onClick={() => change(found.id)}>
            Switch to {found.name}
          </Button>
        </div>
      )}
    </div>
  )
}
