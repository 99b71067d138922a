'use client'

import { Link2, Share2 } from 'lucide-react'
import { useState, useTransition } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { ShareLine } from '#lib/runs/views/run-view.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { Input } from '../ui/forms/input.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'

export type ShareActions = {
  share: () => Promise<ActionResult<{ token: string; share: ShareLine }>>
  revoke: (id: string) => Promise<ActionResult<void>>
}

export const SHARE_EXPLANATION =
  'Anyone with the link can read the input and the output, but not the logs, your settings or your name.'

export function ShareLinks({ shares = [], share, revoke }: ShareActions & { shares?: ShareLine[] }) {
  const [links, setLinks] = useState(shares)
  const [url, setUrl] = useState<string>()
  const [isBusy, start] = useTransition()
  const live = links.filter(({ revokedAtMs }) => revokedAtMs === null)

  const createLink = () =>
    start(async () => {
      const result = await attemptAction(share)
      if (!result.ok) return void toast.error(result.error.message)
      setUrl(new URL(paths.share(result.data.token), location.href).href)
      setLinks([...links, result.data.share])
    })
  const revokeLink = (id: string) =>
    start(async () => {
      const result = await attemptAction(() => revoke(id))
      if (!result.ok) return void toast.error(result.error.message)
      setLinks(links.map((link) => (link.id === id ? { ...link, revokedAtMs: Date.now() } : link)))
      setUrl(undefined)
      toast.success('Link revoked.')
    })

  return (
    <>
      <Button variant="outline" className="w-fit" pending={isBusy} onClick={createLink}>
        <Link2 aria-hidden /> Create link
      </Button>
      {url && <NewShareLink url={url} />}
      {live.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {live.map(({ id, createdAtMs }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span>
                Link created <Time at={createdAtMs} />
              </span>
              <Button variant="ghost" size="sm" onClick={() => revokeLink(id)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewShareLink({ url }: { url: string }) {
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <Input readOnly value={url} aria-label="Link to this run" onFocus={({ target }) => target.select()} />
        <CopyButton text={url} label="Copy the link" className="size-9" />
      </div>
      <p role="status" className="text-muted-foreground text-xs">
        Copy it now. You will not see it again.
      </p>
    </div>
  )
}

export function ShareDialog(actions: ShareActions) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" size="sm">
          <Share2 aria-hidden /> Share
        </Button>
      </DialogTrigger>
      <DialogContent title="Share this run" description={SHARE_EXPLANATION}>
        <ShareLinks {...actions} />
      </DialogContent>
    </Dialog>
  )
}
