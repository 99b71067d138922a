'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type Found = { id: string; name: string } | null

type SwitchOfferProps = {
  find: (path: string) => Promise<ActionResult<Found>>
  switchTo: (id: string) => Promise<ActionResult<void>>
}

/** In the browser: Next renders not-found with every page. */
export function SwitchOffer({ find, switchTo }: SwitchOfferProps) {
  const [found, setFound] = useState<Found>(null)
  const [pending, start] = useTransition()
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
    start(async () => {
      const result = await switchTo(id)
      if (result.ok) router.refresh()
      else toast.error(result.error.message)
    })
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
