'use client'

import { Link2, Share2 } from 'lucide-react'
import { useState, useSyncExternalStore, useTransition } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { SHARE_EXPIRIES, type ShareExpiry } from '#lib/runs/model/share-expiry.ts'
import type { ShareLine } from '#lib/runs/views/run-view.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { SelectField } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'

export type ShareActions = {
  share: (options: { expiry: ShareExpiry }) => Promise<ActionResult<{ token: string; share: ShareLine }>>
  revoke: (id: string) => Promise<ActionResult<void>>
}

export const SHARE_EXPLANATION =
  'Anyone with the link can read the input and the output, but not the logs, your settings or your name.'

const EXPIRY_LABELS: Record<ShareExpiry, string> = {
  never: 'Until I end it',
  1: '1 day',
  7: '7 days',
  30: '30 days',
}

/** The links of one run: `shares` are those from before, which the list extends as the person creates others. */
export function ShareLinks({ shares = [], share, revoke }: ShareActions & { shares?: ShareLine[] }) {
  const [links, setLinks] = useState(shares)
  const [expiry, setExpiry] = useState<ShareExpiry>('never')
  const [isBusy, start] = useTransition()

  const createLink = () =>
    start(async () => {
      const result = await attemptAction(() => share({ expiry }))
      if (!result.ok) return void toast.error(result.error.message)
      setLinks([result.data.share, ...links])
    })

  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="The link is open"
          className="w-44"
          value={expiry}
          onChange={(chosen) => setExpiry(chosen as ShareExpiry)}
          options={SHARE_EXPIRIES.map((value) => [value, EXPIRY_LABELS[value]])}
        />
        <Button variant="outline" className="w-fit" pending={isBusy} onClick={createLink}>
          <Link2 aria-hidden /> Create link
        </Button>
      </div>
      <OpenLinks
        links={links}
        revoke={revoke}
        onEnded={(id) => setLinks(links.filter((link) => link.id !== id))}
      />
    </>
  )
}

type OpenLinksProps = { links: ShareLine[]; revoke: ShareActions['revoke']; onEnded: (id: string) => void }

function OpenLinks({ links, revoke, onEnded }: OpenLinksProps) {
  const open = links.filter(({ revokedAtMs }) => revokedAtMs === null)
  if (open.length === 0) return null
  return (
    <ul aria-label="Links to this run" className="grid gap-4 text-sm">
      {open.map((link) => (
        <li key={link.id}>
          <OpenLink link={link} revoke={revoke} onEnded={() => onEnded(link.id)} />
        </li>
      ))}
    </ul>
  )
}

type OpenLinkProps = { link: ShareLine; revoke: ShareActions['revoke']; onEnded: () => void }

/** A link with its address, its code for other sites and a button that ends it. */
export function OpenLink({ link, revoke, onEnded }: OpenLinkProps) {
  const { id, token, createdAtMs, expiresAtMs } = link
  const [isEmbedShown, setEmbedShown] = useState(false)
  const [isBusy, start] = useTransition()
  const origin = useOrigin()
  const end = () =>
    start(async () => {
      const result = await attemptAction(() => revoke(id))
      if (!result.ok) return void toast.error(result.error.message)
      onEnded()
      toast.success('The link is ended.')
    })
  const url = token === undefined ? undefined : `${origin}${paths.share(token)}`
  return (
    <div className="grid gap-2">
      {url !== undefined && (
        <div className="flex gap-2">
          <Input
            readOnly
            value={url}
            aria-label="Link to this run"
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={url} label="Copy the link" className="size-9" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-muted-foreground">
          Created <Time at={createdAtMs} /> · <Expiry atMs={expiresAtMs} />
        </span>
        <span className="ml-auto flex gap-1">
          {token !== undefined && (
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isEmbedShown}
              onClick={() => setEmbedShown(!isEmbedShown)}
            >
              Embed
            </Button>
          )}
          <Button variant="ghost" size="sm" pending={isBusy} onClick={end}>
            End link
          </Button>
        </span>
      </div>
      {isEmbedShown && token !== undefined && (
        <>
          <CodeBlock text={embedCode(`${origin}${paths.embedShared(token)}`)} label="HTML" />
          <p className="text-muted-foreground text-xs">
            Any page can show this result in a frame until the link ends.
          </p>
        </>
      )}
    </div>
  )
}

function Expiry({ atMs }: { atMs: number | null }) {
  if (atMs === null) return 'open until you end it'
  if (atMs < Date.now()) return 'expired'
  return (
    <>
      expires <Time at={atMs} />
    </>
  )
}

function embedCode(url: string): string {
  return `<iframe src="${url}" title="Shared run" width="100%" height="480" loading="lazy" style="border:0"></iframe>`
}

/** Returns "" on the server, which does not know under which address the reader opened the page. */
function useOrigin(): string {
  return useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => '',
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
