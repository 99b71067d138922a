'use client'

import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { attemptAction } from '../ui/use-action.ts'

type PasskeyButtonProps = {
  label: string
  begin: () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>
  /** Signs in with the response of the passkey, and redirects on success. */
  finish: (response: unknown) => Promise<ActionResult<void>>
}

export function PasskeyButton({ label, begin, finish }: PasskeyButtonProps) {
  const [pending, start] = useTransition()
  const [failure, setFailure] = useState<string>()

  function signIn() {
    start(async () => {
      setFailure(undefined)
      const options = await attemptAction(begin)
      if (!options.ok) return setFailure(options.error.message)
      try {
        const response = await startAuthentication({ optionsJSON: options.data })
        const result = await attemptAction(() => finish(response))
        if (!result.ok) setFailure(result.error.message)
      } catch (thrown) {
        if (isRefusal(thrown)) setFailure('No passkey was used. Try again, or use another way.')
        else throw thrown
      }
    })
  }

  return (
    <div className="grid gap-2">
      <Button variant="outline" className="w-full" pending={pending} onClick={signIn}>
        <KeyRound aria-hidden />
        {label}
      </Button>
      {failure && <Alert variant="destructive">{failure}</Alert>}
    </div>
  )
}

/** Tells whether a passkey failed because the user closed the dialog or has none. */
export function isRefusal(thrown: unknown): boolean {
  const names = ['NotAllowedError', 'AbortError', 'SecurityError', 'InvalidStateError', 'WebAuthnError']
  return thrown instanceof Error && names.includes(thrown.name)
}
