import type { Metadata } from 'next'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { OperatorContact } from '#components/accounts/operator-contact.tsx'
import { ResetRequestForm } from '#components/accounts/reset-forms.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { canSendMail } from '#lib/notices/mail/mail-settings.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'
import { requestReset } from './actions.ts'

export const metadata: Metadata = { title: 'Reset your password' }

export default async function ResetRequestPage() {
  const hasMail = canSendMail()
  const contact = await readSetting((await contextFromCookie()).db, 'contact')
  return (
    <AuthFrame
      title="Reset your password"
      description={
        hasMail
          ? 'Enter the address of your account. We email you a link to choose a new password.'
          : 'This site cannot send email. Your request goes to its admins, who give you a link to choose a new password.'
      }
      below={
        <TextLink href={paths.signIn()} className="text-primary">
          Back to sign-in
        </TextLink>
      }
    >
      <ResetRequestForm hasMail={hasMail} request={requestReset} />
      {contact && (
        <p className="text-muted-foreground text-sm">
          Need help? Contact <OperatorContact contact={contact} />.
        </p>
      )}
    </AuthFrame>
  )
}
