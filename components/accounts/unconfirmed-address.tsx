'use client'

import type { EmailStatus } from '#lib/accounts/confirm-email.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

type UnconfirmedAddressProps = {
  status: EmailStatus
  resend: () => Promise<ActionResult<void>>
  /** What is lost if it is added before the address is confirmed, such as "keys". */
  lost?: string
}

/** Nothing once the address is confirmed, and on a site without mail. */
export function UnconfirmedAddress({
  status: { mail, isVerified, pending },
  resend,
  lost = 'keys, automations or passkeys',
}: UnconfirmedAddressProps) {
  const [isSending, start] = useAction()
  if (isVerified || mail === 'off' || pending) return null
  return (
    <Alert
      variant="warning"
      title="Your email address is not confirmed yet"
      action={
        <Button
          variant="outline"
          size="sm"
          pending={isSending}
          onClick={() =>
            start(resend, mail === 'smtp' ? 'Sent. Check your inbox.' : 'An admin has a new link.')
          }
        >
          {mail === 'smtp' ? 'Send the link again' : 'Make a new link'}
        </Button>
      }
    >
      {mail === 'smtp'
        ? 'Open the link in the email that we sent you.'
        : 'This site sends no email. An admin finds the link to open under Admin, Mail.'}{' '}
      Do so before you add {lost}: confirming removes what is older, because anyone could have created this
      account with your address.
    </Alert>
  )
}
