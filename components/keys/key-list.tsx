'use client'

import type { KeyView } from '#lib/keys/keys.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'

type KeyListProps = { keys: KeyView[]; revoke: (id: string) => Promise<ActionResult<void>> }

/** Every key the viewer may revoke, and what became of it. */
export function KeyList({ keys, revoke }: KeyListProps) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
          <div className="grid min-w-0 flex-1 basis-60 gap-1">
            <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
              <span className="[overflow-wrap:anywhere]">{key.name}</span>
              <code className="font-normal text-muted-foreground">{key.prefix}…</code>
              {key.isExpired && <Badge variant="warning">Expired</Badge>}
            </p>
            <p className="flex flex-wrap gap-1.5">
              {key.scopes.map((scope) => (
                <Badge key={scope}>{scope}</Badge>
              ))}
            </p>
            <Limits keyView={key} />
            <p className="text-muted-foreground text-sm">
              Created {!key.isViewers && `by ${key.by} `}
              <Time at={key.createdAtMs} /> · <Expiry keyView={key} /> · <LastUse keyView={key} />
            </p>
          </div>
          <RevokeButton keyView={key} revoke={revoke} />
        </li>
      ))}
    </ul>
  )
}

/** What it may run and spend, when that is less than everything. */
function Limits({ keyView: { skillSets, dailyCap, spentToday } }: { keyView: KeyView }) {
  const spending =
    dailyCap === null
      ? spentToday !== '0' && `spent ${spentToday} USDC today`
      : `spent ${spentToday} of ${dailyCap} USDC today`
  const only = skillSets.length > 0 && `only ${skillSets.join(', ')}`
  const words = [only, spending].filter(Boolean).join(' · ')
  if (!words) return null
  return (
    <p className="text-muted-foreground text-sm [overflow-wrap:anywhere] first-letter:uppercase">{words}</p>
  )
}

function Expiry({ keyView: { expiresAtMs, isExpired } }: { keyView: KeyView }) {
  if (expiresAtMs === null) return 'never expires'
  return (
    <>
      {isExpired ? 'expired' : 'expires'} <Time at={expiresAtMs} style="day" />
    </>
  )
}

function LastUse({ keyView: { lastUsedAtMs } }: { keyView: KeyView }) {
  if (lastUsedAtMs === null) return 'never used'
  return (
    <>
      last used <Time at={lastUsedAtMs} />
    </>
  )
}

function RevokeButton({ keyView, revoke }: { keyView: KeyView; revoke: KeyListProps['revoke'] }) {
  return (
    <Confirm
      title={`Revoke “${keyView.name}”?`}
      what="Programs that use this key are refused from now on. This cannot be undone."
      verb="Revoke"
      onConfirm={async () => {
        const result = await revoke(keyView.id)
        return result.ok ? undefined : result.error.message
      }}
    >
      <Button
        variant="ghost"
        size="sm"
        className="text-destructive max-sm:-ml-3"
        aria-label={`Revoke ${keyView.name}`}
      >
        Revoke
      </Button>
    </Confirm>
  )
}
