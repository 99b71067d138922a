'use client'

import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { confirmIdentity } from '../ui/confirm-identity.ts'

/** Downloads the archive, after a confirmation of the identity if the last one is too long ago. */
export function OwnDataDownload({ hasRecentAuth }: { hasRecentAuth: boolean }) {
  async function confirmFirst(event: MouseEvent) {
    if (hasRecentAuth) return
    event.preventDefault()
    // A person who can only sign in again at another service goes to the page for it, as everybody without scripts.
    window.location.assign((await confirmIdentity()) ? paths.accountExport : paths.confirmIdentity)
  }

  return (
    <Button asChild variant="outline">
      {/* A plain link, because the router would prefetch the file and fail to open it as a page. */}
      <a
        href={hasRecentAuth ? paths.accountExport : paths.confirmIdentity}
        {...(hasRecentAuth && { download: true })}
        onClick={confirmFirst}
      >
        <Download aria-hidden />
        Download your data
      </a>
    </Button>
  )
}
