'use client'

import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import type { PasskeyView } from '#lib/second-factor/passkeys.ts'
import type { NewTotp } from '#lib/second-factor/totp.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { isRefusal } from './passkey-button.tsx'

/** With a link to the page where the person can do what is missing. */
export function FailureAlert({ error }: { error: PublicError }) {
  return (
    <Alert
      variant="destructive"
      action={
        error.href && (
          <Button asChild variant="outline" size="sm">
            <Link href={error.href}>Confirm that it is you</Link>
          </Button>
        )
      }
    >
      {error.message}
    </Alert>
  )
}

type TotpSettingsProps = {
  hasTotp: boolean
  recoveryCodes: number
  begin: () => Promise<ActionResult<NewTotp>>
  confirm: (code: string) => Promise<ActionResult<string[]>>
  remove: () => Promise<ActionResult<void>>
}

export function TotpSettings({ hasTotp, recoveryCodes, begin, confirm, remove }: TotpSettingsProps) {
  const [pending, start] = useTransition()
  const [made, setMade] = useState<NewTotp>()
  const [codes, setCodes] = useState<string[]>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<PublicError>()

  function run<T>(act: () => Promise<ActionResult<T>>, onDone: (data: T) => void) {
    start(async () => {
      const result = await act()
      setError(result.ok ? undefined : result.error)
      if (result.ok) onDone(result.data)
    })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Smartphone className="size-4 text-muted-foreground" aria-hidden />
        <p className="min-w-0 flex-1 font-medium text-sm">Authenticator app</p>
        {hasTotp ? (
          <>
            <Badge variant="success">On · {recoveryCodes} recovery codes left</Badge>
            <Button
              variant="outline"
              size="sm"
              pending={pending}
              onClick={() => run(remove, () => setCodes(undefined))}
            >
              Remove
            </Button>
          </>
        ) : (
          !made && (
            <Button variant="outline" size="sm" pending={pending} onClick={() => run(begin, setMade)}>
              Set up
            </Button>
          )
        )}
      </div>
      {error && <FailureAlert error={error} />}
      {made && !codes && (
        <div className="grid gap-4 rounded-md border border-border p-4">
          <p className="text-sm">Scan this with your app, or enter the key. Then enter the code it shows.</p>
          {/* biome-ignore lint/performance/noImgElement: made on this page, so there is nothing to optimise */}
          <img
            src={`data:image/svg+xml,${encodeURIComponent(made.qrSvg)}`}
            alt="QR code of the key below"
            width={180}
            height={180}
            className="rounded-md bg-white"
          />
          <code className="text-sm [overflow-wrap:anywhere]">{made.secret}</code>
          <Field label="Code from the app" className="max-w-48">
            {(wired) => (
              <Input
                {...wired}
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button pending={pending} onClick={() => run(() => confirm(code), setCodes)}>
              Turn on
            </Button>
          </div>
        </div>
      )}
      {codes && (
        <Alert variant="success" title="Store these recovery codes">
          <p>Each works once, if you lose the app. You will not see them again.</p>
          <ul className="mt-2 grid grid-cols-2 gap-x-6 font-mono text-sm">
            {codes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

type PasskeySettingsProps = {
  passkeys: PasskeyView[]
  begin: () => Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>>
  finish: (given: { name: string; response: unknown }) => Promise<ActionResult<void>>
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
      const options = await begin()
      if (!options.ok) return setError(options.error)
      try {
        const response = await startRegistration({ optionsJSON: options.data })
        const result = await finish({ name: name.trim() || 'Passkey', response })
        setError(result.ok ? undefined : result.error)
        if (result.ok) setName('')
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
        setNotice('No passkey was created. Your browser may not support them here, or you closed its dialog.')
      }
    })
  }

  function drop(id: string) {
    start(async () => {
      const result = await remove(id)
      setError(result.ok ? undefined : result.error)
    })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {passkeys.length > 0 && (
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
                onClick={() => drop(passkey.id)}
                aria-label={`Remove: ${passkey.name}`}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Name of the passkey" className="w-56">
          {(wired) => (
            <Input
              {...wired}
              autoComplete="off"
              placeholder="Laptop"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button variant="outline" pending={pending} onClick={add}>
          Add a passkey
        </Button>
      </div>
      {notice && <Alert>{notice}</Alert>}
      {error && <FailureAlert error={error} />}
    </div>
  )
}
