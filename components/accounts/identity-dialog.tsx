'use client'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Dialog, DialogContent } from '../ui/dialogs/dialog.tsx'
import type { FormState } from '../ui/forms/form-error.tsx'
import { CodeForm, ReauthPasswordForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

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

export function IdentityDialog({ means, actions, onClose }: IdentityDialogProps) {
  const { hasPassword, hasCode, hasPasskey } = means
  // A password alone proves too little for an account with a second factor.
  const needsPassword = hasPassword && !hasCode && !hasPasskey
  const send = (confirm: (form: FormData) => Promise<ActionResult<void>>) => {
    return async (_before: FormState, form: FormData): Promise<FormState> => {
      const result = await confirm(form)
      if (!result.ok) return result.error
      onClose(true)
      return null
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose(false)}>
      <DialogContent
        title="Confirm that it is you"
        description="Then what you started goes on. You will not be asked again for ten minutes."
        className="max-w-md"
      >
        {needsPassword && <ReauthPasswordForm send={send(actions.byPassword)} />}
        {hasPasskey && (
          <PasskeyButton
            label="Use a passkey"
            begin={actions.beginPasskey}
            finish={async (response) => {
              const result = await actions.byPasskey(response)
              if (result.ok) onClose(true)
              return result
            }}
          />
        )}
        {hasCode && (
          <CodeForm
            submitLabel="Confirm"
            help="From your authenticator app, or a recovery code."
            send={send(actions.byCode)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
