'use client'

import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Alert } from '../ui/alert.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import { TextLink } from '../ui/text-link.tsx'

type State = { error: PublicError | null; isSaved: boolean }

export function UnsubscribeForm({ unsubscribe }: { unsubscribe: () => Promise<State> }) {
  const [{ error, isSaved }, form] = useFormAction<State>(unsubscribe, { error: null, isSaved: false })
  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      {error && <Alert variant="destructive">{error.message}</Alert>}
      {isSaved ? (
        <Alert variant="success">You will get no more of these emails.</Alert>
      ) : (
        <SubmitButton className="w-full">Unsubscribe</SubmitButton>
      )}
      <TextLink
        href={paths.notificationSettings}
        className="justify-self-center text-muted-foreground text-sm"
      >
        All notification settings
      </TextLink>
    </form>
  )
}
