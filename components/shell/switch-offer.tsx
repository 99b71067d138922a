'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

type FoundOrganisation = { id: string; name: string } | null

type SwitchOfferProps = {
  find: (path: string) => Promise<ActionResult<FoundOrganisation>>
  switchTo: (id: string) => Promise<ActionResult<void>>
}

/** Asks the server from the browser, because Next renders not-found along with every page. */
export function SwitchOffer({ find, switchTo }: SwitchOfferProps) {
  const [found, setFound] = useState<FoundOrganisation>(null)
  const [pending, start] = useAction()
  const router = useRouter()

  useEffect(() => {
    let isUnmounted = false
    find(window.location.pathname).then(
      (result) => !isUnmounted && setFound(result.ok ? result.data : null),
      () => {},
    )
    return () => {
      isUnmounted = true
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
