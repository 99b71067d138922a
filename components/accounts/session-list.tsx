'use client'

import { Monitor, Plug, Smartphone } from 'lucide-react'
import type { ConnectionView, SessionView } from '#lib/accounts/sessions.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

type SessionAction = (id: string) => Promise<ActionResult<void>>

const METHODS: Record<string, string> = {
  password: 'password',
  totp: 'password and code',
  passkey: 'passkey',
  github: 'GitHub',
}

export function SessionList({ sessions, end }: { sessions: SessionView[]; end: SessionAction }) {
  return (
    <ul className="divide-y divide-border">
      {sessions.map(({ id, device, address, method, lastSeenMs, isThis }) => {
        const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
        return (
          <li key={id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
            <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="font-medium text-sm">{device}</p>
              <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {address}
                {method !== 'unknown' && ` · with ${METHODS[method] ?? method}`} · last used{' '}
                <Time at={lastSeenMs} />
              </p>
            </div>
            {isThis ? (
              <Badge variant="accent">This browser</Badge>
            ) : (
              <EndButton end={() => end(id)} name={device} doneText="Signed out.">
                Sign out
              </EndButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export function ConnectionList({
  connections,
  revoke,
}: {
  connections: ConnectionView[]
  revoke: SessionAction
}) {
  return (
    <ul className="divide-y divide-border">
      {connections.map(({ id, name, isApp, organisationName, lastUsedMs, website }) => (
        <li key={id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
          <Plug className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="font-medium text-sm [overflow-wrap:anywhere]">{name}</p>
            <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {isApp ? 'App' : 'API key'} for {organisationName}
              {website && ` · ${website}`} ·{' '}
              {lastUsedMs === null ? (
                'never used'
              ) : (
                <>
                  last used <Time at={lastUsedMs} />
                </>
              )}
            </p>
          </div>
          <EndButton end={() => revoke(id)} name={name} doneText="Revoked.">
            Revoke
          </EndButton>
        </li>
      ))}
    </ul>
  )
}

type EndButtonProps = {
  end: () => Promise<ActionResult<void>>
  name: string
  doneText: string
  children: string
}

function EndButton({ end, name, doneText, children }: EndButtonProps) {
  const [pending, start] = useAction()

  function endSession() {
    start(end, doneText)
  }

  return (
    <Button
      variant="outline"
      size="sm"
      pending={pending}
      onClick={endSession}
      aria-label={`${children}: ${name}`}
    >
      {children}
    </Button>
  )
}
