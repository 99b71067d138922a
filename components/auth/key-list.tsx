'use client'

import type { KeyView } from '#lib/auth/manage-api-keys.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'
import { ToolsetSelect } from './key-limit-fields.tsx'

type BindKey = (id: string, toolset: string | null) => Promise<ActionResult<void>>

type KeyListProps = {
  keys: KeyView[]
  toolsets: string[]
  bind: BindKey
  revoke: (id: string) => Promise<ActionResult<void>>
}

export function KeyList({ keys, toolsets, bind, revoke }: KeyListProps) {
  return (
    <CardList>
      {orderAsTree(keys).map(({ key, depth }) => (
        <li
          key={key.id}
          className={cn('flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4', INDENTS[depth])}
        >
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
              {key.parentId ? 'Minted' : 'Created'} {!key.isViewers && `by ${key.by} `}
              <Time at={key.createdAtMs} /> · <Expiry keyView={key} /> · <LastUse keyView={key} />
            </p>
          </div>
          {key.parentId === null && (toolsets.length > 0 || key.toolset) && (
            <BindToolset keyView={key} toolsets={toolsets} bind={bind} />
          )}
          <RevokeButton keyView={key} revoke={revoke} />
        </li>
      ))}
    </CardList>
  )
}

/** Minted keys stand below the key that minted them, further in: one for each generation. */
const INDENTS = ['', 'pl-9', 'pl-12', 'pl-15']

type KeyNode = { key: KeyView; depth: number }

/** Returns each key followed by the keys minted from it. A key whose parent is not listed stands alone. */
export function orderAsTree(keys: readonly KeyView[]): KeyNode[] {
  const ids = new Set(keys.map(({ id }) => id))
  const byParent = Map.groupBy(keys, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null))
  const below = (parentId: string | null, depth: number): KeyNode[] =>
    (byParent.get(parentId) ?? []).flatMap((key) => [{ key, depth }, ...below(key.id, depth + 1)])
  return below(null, 0)
}

function Limits({ keyView }: { keyView: KeyView }) {
  const { skillSets, skills, toolset, dailyCap, spentToday, maxPrice, confirmAbove, total, maxRuns, used } =
    keyView
  const spending =
    dailyCap === null
      ? spentToday !== '0' && `spent ${spentToday} USDC today`
      : `spent ${spentToday} of ${dailyCap} USDC today`
  const only = skillSets.length > 0 && `only ${skillSets.join(', ')}`
  const bound = toolset !== null && `only the toolset ${toolset}`
  const some = skills.length > 0 && `only ${skills.join(', ')}`
  const inAll =
    used &&
    `${used.spent}${total === null ? '' : ` of ${total}`} USDC and ${maxRuns === null ? plural(used.runs, 'call') : `${used.runs} of ${plural(maxRuns, 'call')}`} in all`
  const each = maxPrice !== null && `at most ${maxPrice} USDC per call`
  const asks = confirmAbove !== null && `asks above ${confirmAbove} USDC`
  const limitsText = [only, some, bound, inAll, each, asks, spending].filter(Boolean).join(' · ')
  if (!limitsText) return null
  return (
    <p className="text-muted-foreground text-sm [overflow-wrap:anywhere] first-letter:uppercase">
      {limitsText}
    </p>
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
    <ConfirmButton
      title={`Revoke “${keyView.name}”?`}
      description="Apps that use this key or a key minted from it stop working. This cannot be undone."
      confirmLabel="Revoke"
      onConfirm={() => revoke(keyView.id)}
      label={`Revoke ${keyView.name}`}
      className="max-sm:-ml-3"
    />
  )
}

type BindToolsetProps = { keyView: KeyView; toolsets: string[]; bind: BindKey }

function BindToolset({ keyView: { id, name, toolset }, toolsets, bind }: BindToolsetProps) {
  const [isBusy, start] = useAction()
  const change = (chosen: string | null) => start(() => bind(id, chosen))
  return (
    <ToolsetSelect
      aria-label={`Toolset of ${name}`}
      className="w-40"
      disabled={isBusy}
      toolsets={toolsets}
      value={toolset}
      onChange={change}
    />
  )
}
