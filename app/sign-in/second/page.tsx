import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { CodeForm } from '#components/accounts/code-form.tsx'
import { PasskeyButton } from '#components/accounts/passkey-button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { findPendingUser } from '#lib/protocols/session/cookies/second-step.ts'
import { beginPasskeySignIn, finishPasskeySignIn, signInWithCode } from './actions.ts'

export const metadata: Metadata = { title: 'Second factor' }

type Props = { searchParams: Promise<{ next?: string }> }

export default async function SecondFactorPage({ searchParams }: Props) {
  const next = safeNext((await searchParams).next)
  if (!(await findPendingUser())) redirect(paths.signIn(next))
  return (
    <AuthFrame
      title="One more step"
      description="Confirm that it is you with your second factor."
      below={
        <TextLink href={paths.signIn(next)} className="text-primary">
          Start again
        </TextLink>
      }
    >
      <CodeForm
        submitLabel="Sign in"
        help="From your authenticator app, or one of your recovery codes."
        send={signInWithCode.bind(null, next)}
      />
      <PasskeyButton
        label="Use a passkey"
        begin={beginPasskeySignIn}
        finish={finishPasskeySignIn.bind(null, next)}
      />
    </AuthFrame>
  )
}
