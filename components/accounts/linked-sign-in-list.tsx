'use client'

import { LogIn } from 'lucide-react'
import { useState } from 'react'
import type { LinkedSignIn } from '#lib/accounts/linked-sign-ins.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'
import { FailureAlert } from './factor-settings.tsx'

type Props = { signIns: LinkedSignIn[]; unlink: (id: string) => Promise<ActionResult<void>> }

export function LinkedSignInList({ signIns, unlink }: Props) {
  const [error, setError] = useState<PublicError>()
  const [pending, start] = useAction(setError)

  function unlinkSignIn(id: string) {
    setError(undefined)
    start(() => unlink(id), 'Unlinked.')
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="divide-y divide-border" aria-label="Linked sign-ins">
        {signIns.map(({ id, providerName, label, sinceMs, lastUsedMs }) => (
          <li key={id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
            <LogIn className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="font-medium text-sm">{providerName}</p>
              <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {label && `${label} · `}linked <Time at={sinceMs} style="day" />
                {' · '}
                {lastUsedMs === null ? (
                  'not used since'
                ) : (
                  <>
                    last used <Time at={lastUsedMs} />
                  </>
                )}
              </p>
            </div>
            <Button
              variant="outline"
              size="sm"
              pending={pending}
              onClick={() => unlinkSignIn(id)}
              aria-label={`Unlink: ${providerName}${label ? ` (${label})` : ''}`}
            >
              Unlink
            </Button>
          </li>
        ))}
      </ul>
      {error && <FailureAlert error={error} />}
    </div>
  )
}
