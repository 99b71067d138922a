'use client'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent } from '../ui/dialogs/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { attemptAction } from '../ui/use-action.ts'
import { askPasskey } from './ask-passkey.ts'

/** With what a person can confirm that it is them without leaving the page. */
export type IdentityMeans = { hasPassword: boolean; hasCode: boolean; hasPasskey: boolean }

export type IdentityActions = {
  readMeans: () => Promise<ActionResult<IdentityMeans>>
  byPassword: (form: FormData) => Promise<ActionResult<void>>
  byCode: (form: FormData) => Promise<ActionResult<void>>
  beginPasskey: () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>
  byPasskey: (response: unknown) => Promise<ActionResult<void>>
}

export type IdentityDialogProps = {
  means: IdentityMeans
  actions: IdentityActions
  onClose: (isConfirmed: boolean) => void
}

/**
 * Its forms keep plain state: the action that waits for the dialog is a transition, and React shows no result of another
 * transition before that one ends.
 */
export function IdentityDialog({ means, actions, onClose }: IdentityDialogProps) {
  const { hasPassword, hasCode, hasPasskey } = means
  const onConfirmed = () => onClose(true)
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose(false)}>
      <DialogContent
        title="Confirm that it is you"
        description="Then what you started goes on. You will not be asked again for ten minutes."
        className="max-w-md"
      >
        {/* A password alone proves too little for an account with a second factor. */}
        {hasPassword && !hasCode && !hasPasskey && (
          <ProofForm kind="password" confirm={actions.byPassword} onConfirmed={onConfirmed} />
        )}
        {hasPasskey && <PasskeyProof actions={actions} onConfirmed={onConfirmed} />}
        {hasCode && <ProofForm kind="code" confirm={actions.byCode} onConfirmed={onConfirmed} />}
      </DialogContent>
    </Dialog>
  )
}

type ProofFormProps = {
  kind: 'password' | 'code'
  confirm: (form: FormData) => Promise<ActionResult<void>>
  onConfirmed: () => void
}

function ProofForm({ kind, confirm, onConfirmed }: ProofFormProps) {
  const [error, setError] = useState<FormState>(null)
  const [isPending, setPending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = new FormData(event.currentTarget)
    setPending(true)
    try {
      const result = await attemptAction(() => confirm(form))
      if (result.ok) onConfirmed()
      else setError(result.error)
    } finally {
      setPending(false)
    }
  }

  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={[`/${kind}`]} />
      {kind === 'password' ? (
        <Field label="Password" errors={errorsAt(error, '/password')}>
          {(controlProps) => (
            <PasswordInput {...controlProps} name="password" autoComplete="current-password" required />
          )}
        </Field>
      ) : (
        <Field
          label="Code"
          help="From your authenticator app, or a recovery code."
          errors={errorsAt(error, '/code')}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              name="code"
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={20}
              required
            />
          )}
        </Field>
      )}
      <div>
        <Button type="submit" pending={isPending}>
          Confirm
        </Button>
      </div>
    </form>
  )
}

function PasskeyProof({ actions, onConfirmed }: { actions: IdentityActions; onConfirmed: () => void }) {
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)

  async function prove() {
    setFailure(undefined)
    setPending(true)
    try {
      const failed = await askPasskey({ begin: actions.beginPasskey, finish: actions.byPasskey })
      if (failed === undefined) onConfirmed()
      else setFailure(failed)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="grid gap-2">
      <Button variant="outline" className="w-full" pending={isPending} onClick={prove}>
        <KeyRound aria-hidden />
        Use a passkey
      </Button>
      {failure && <Alert variant="destructive">{failure}</Alert>}
    </div>
  )
}
