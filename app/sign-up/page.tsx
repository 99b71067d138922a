import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { OperatorContact } from '#components/accounts/operator-contact.tsx'
import { ProviderButtons } from '#components/accounts/provider-buttons.tsx'
import { SignUpForm } from '#components/accounts/sign-in-forms.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { externalProviders } from '#lib/protocols/session/next-auth/auth-options.ts'
import { readSetting } from '#lib/settings/read-settings.ts'
import type { SignUpPolicy } from '#lib/settings/setting-table.ts'
import { signIn } from '../sign-in/actions.ts'
import { signUp } from './actions.ts'

export const metadata: Metadata = { title: 'Sign up' }

type Props = { searchParams: Promise<{ next?: string }> }

export default async function SignUpPage({ searchParams }: Props) {
  const next = safeNext((await searchParams).next)
  const { viewer, db } = await contextFromCookie()
  if (viewer) redirect(next)
  const [policy, domains, contact, terms] = await Promise.all([
    readSetting(db, 'signUp'),
    readSetting(db, 'signUpDomains'),
    readSetting(db, 'contact'),
    readSetting(db, 'terms'),
  ])

  return (
    <AuthFrame
      title="Create an account"
      description="Run skills, save your results and publish your own."
      below={
        <>
          Already have an account?{' '}
          <TextLink href={paths.signIn(next)} className="text-primary">
            Sign in
          </TextLink>
        </>
      }
    >
      {policy === 'closed' ? (
        <p className="text-sm">This site does not accept new accounts.</p>
      ) : (
        <>
          <SignUpNote policy={policy} domains={domains} isInvited={next.startsWith('/join/')} />
          <SignUpForm signIn={signIn} signUp={signUp} next={next} />
          {terms && (
            <p className="text-muted-foreground text-sm">
              By creating an account you agree to the <TextLink href={terms}>terms of this site</TextLink>.
            </p>
          )}
          <ProviderButtons providers={externalProviders()} next={next} />
        </>
      )}
      {contact && policy !== 'open' && (
        <p className="text-muted-foreground text-sm">
          Questions? Contact <OperatorContact contact={contact} />.
        </p>
      )}
    </AuthFrame>
  )
}

type SignUpNoteProps = { policy: SignUpPolicy; domains: string[]; isInvited: boolean }

function SignUpNote({ policy, domains, isInvited }: SignUpNoteProps) {
  if (isInvited || (policy === 'open' && domains.length === 0)) return null
  const addresses = domains.join(', ')
  if (policy === 'open') return <Alert variant="info">Use an email address at {addresses}.</Alert>
  return (
    <Alert variant="info">
      You need an invitation to create an account. Open the link that you received.
      {addresses && ` With an email address at ${addresses} you need none.`}
    </Alert>
  )
}
