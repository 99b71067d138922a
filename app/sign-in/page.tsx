import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { OperatorContact } from '#components/accounts/operator-contact.tsx'
import { PasskeyButton } from '#components/accounts/passkey-button.tsx'
import { ProviderButtons } from '#components/accounts/provider-buttons.tsx'
import { SignInForm } from '#components/accounts/sign-in-forms.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { externalProviders } from '#lib/protocols/session/next-auth/auth-options.ts'
import { readSetting } from '#lib/settings/read-settings.ts'
import { signIn } from './actions.ts'
import { beginPasskeySignIn, finishPasskeySignIn } from './second/actions.ts'

export const metadata: Metadata = { title: 'Sign in' }

type Props = {
  searchParams: Promise<{ next?: string; callbackUrl?: string; error?: string; reset?: string }>
}

export default async function SignInPage({ searchParams }: Props) {
  const params = await searchParams
  const next = safeNext(params.next)
  const ctx = await contextFromCookie()
  if (ctx.viewer) redirect(next)
  const { db } = ctx
  const [contact, policy] = await Promise.all([readSetting(db, 'contact'), readSetting(db, 'signUp')])
  const error = errorMessage(params.error)

  return (
    <AuthFrame
      title="Sign in"
      below={
        policy !== 'closed' && (
          <>
            New here?{' '}
            <TextLink href={paths.signUp(next)} className="text-primary">
              Create an account
            </TextLink>
          </>
        )
      }
    >
      {error && <Alert variant="destructive">{error}</Alert>}
      {params.reset && <Alert variant="success">Your password was changed. Sign in with the new one.</Alert>}
      {params.reset === 'keys' && (
        <Alert>
          Your API keys, connected apps and notification webhook were removed and linked sign-ins unlinked, in
          case someone else had your password. Create and connect them again.
        </Alert>
      )}
      <SignInForm signIn={signIn} next={next} />
      <PasskeyButton
        label="Sign in with a passkey"
        begin={beginPasskeySignIn}
        finish={finishPasskeySignIn.bind(null, next)}
      />
      <ProviderButtons providers={externalProviders()} next={next} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-sm">
        <TextLink href={paths.resetRequest} className="hover:text-foreground">
          Forgot your password?
        </TextLink>
        {contact && (
          <span>
            Help: <OperatorContact contact={contact} />
          </span>
        )}
      </p>
    </AuthFrame>
  )
}

// biome-ignore format: table
const ERROR_MESSAGES: Record<string, string> = {
  OAuthAccountNotLinked: 'An account with this email already exists. Sign in with its password.',
  NoEmail:               'The provider sent no confirmed email address. Confirm one there, then try again.',
  Locked:                'This account is locked. Contact a site admin.',
  AccessDenied:          'You did not authorize access there. Nothing was changed.',
  NoSignUp:              'This site does not accept new accounts from that address. Contact a site admin.',
  SessionRequired:       'Sign in to continue.',
}

/** Returns undefined without an error, and a generic sentence for unknown codes. */
function errorMessage(code: unknown): string | undefined {
  if (typeof code !== 'string') return undefined
  return Object.hasOwn(ERROR_MESSAGES, code) ? ERROR_MESSAGES[code] : 'Sign-in failed. Try again.'
}
