'use client'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { askPasskey } from './ask-passkey.ts'

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
      setFailure(await askPasskey({ begin, finish }))
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
