'use client'

import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { PasskeyView } from '#lib/auth/second-factor/passkeys.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { Time } from '../ui/time.tsx'
import { attemptAction } from '../ui/use-action.ts'
import { isRefusal } from './ask-passkey.ts'
import { FailureAlert } from './factor-settings.tsx'

type PasskeySettingsProps = {
  passkeys: PasskeyView[]
  begin: () => Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>>
  finish: (request: { name: string; response: unknown }) => Promise<ActionResult<void>>
  remove: (id: string) => Promise<ActionResult<void>>
}

export function PasskeySettings({ passkeys, begin, finish, remove }: PasskeySettingsProps) {
  const [pending, start] = useTransition()
  const [name, setName] = useState('')
  const [error, setError] = useState<PublicError>()
  const [notice, setNotice] = useState<string>()

  function add() {
    start(async () => {
      setNotice(undefined)
      const options = await attemptAction(begin)
      if (!options.ok) return setError(options.error)
      try {
        const response = await startRegistration({ optionsJSON: options.data })
        const result = await attemptAction(() => finish({ name: name.trim() || 'Passkey', response }))
        setError(result.ok ? undefined : result.error)
        if (result.ok) setName('')
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
        setNotice('No passkey was created. Your browser may not support them here, or you closed its dialog.')
      }
    })
  }

  function removePasskey(id: string) {
    start(async () => {
      const result = await attemptAction(() => remove(id))
      setError(result.ok ? undefined : result.error)
    })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} pending={pending} onRemove={removePasskey} />}
      <div className="flex flex-wrap items-end gap-3">
        <InputField
          label="Passkey name"
          className="w-56"
          placeholder="Laptop"
          value={name}
          onChange={setName}
        />
        <Button variant="outline" pending={pending} onClick={add}>
          Add a passkey
        </Button>
      </div>
      {notice && <Alert>{notice}</Alert>}
      {error && <FailureAlert error={error} />}
    </div>
  )
}

type PasskeyListProps = { passkeys: PasskeyView[]; pending: boolean; onRemove: (id: string) => void }

function PasskeyList({ passkeys, pending, onRemove }: PasskeyListProps) {
  return (
    <ul className="divide-y divide-border" aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3 py-2.5">
          <KeyRound className="size-4 text-muted-foreground" aria-hidden />
          <p className="min-w-0 flex-1 text-sm">
            <span className="font-medium">{passkey.name}</span>
            <span className="text-muted-foreground">
              {' '}
              · since <Time at={passkey.sinceMs} style="day" />
            </span>
          </p>
          <Button
            variant="outline"
            size="sm"
            pending={pending}
            onClick={() => onRemove(passkey.id)}
            aria-label={`Remove: ${passkey.name}`}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
