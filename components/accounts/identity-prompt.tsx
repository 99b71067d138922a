/** Asks a person to confirm that it is them, in a dialog above whatever they are doing, as GitHub's sudo mode does. */
'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { setIdentityPrompt } from '../ui/confirm-identity.ts'
import { attemptAction } from '../ui/use-action.ts'
import type { IdentityActions, IdentityDialogProps, IdentityMeans } from './identity-dialog.tsx'

type Prompt = {
  Dialog: ComponentType<IdentityDialogProps>
  means: IdentityMeans
  answer: (isConfirmed: boolean) => void
}

export function IdentityPrompt({ actions }: { actions: IdentityActions }) {
  const [prompt, setPrompt] = useState<Prompt>()

  useEffect(
    () =>
      setIdentityPrompt(async () => {
        // The dialog is loaded when it is needed. Without a connection, the refusal of the action is shown.
        const [loaded, means] = await Promise.all([
          import('./identity-dialog.tsx').catch(() => undefined),
          attemptAction(actions.readMeans),
        ])
        if (!loaded || !means.ok) return false
        const { hasPassword, hasCode, hasPasskey } = means.data
        if (!hasPassword && !hasCode && !hasPasskey) return false
        return new Promise((answer) =>
          setPrompt({ Dialog: loaded.IdentityDialog, means: means.data, answer }),
        )
      }),
    [actions],
  )

  // A page that is left while its dialog is open refuses, so that no action waits for ever.
  useEffect(() => () => prompt?.answer(false), [prompt])

  if (!prompt) return null
  const { Dialog, means, answer } = prompt
  const onClose = (isConfirmed: boolean) => {
    setPrompt(undefined)
    answer(isConfirmed)
  }
  return <Dialog means={means} actions={actions} onClose={onClose} />
}
