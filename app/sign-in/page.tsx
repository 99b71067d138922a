import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { GitHubButton } from '#components/account/github-button.tsx'
import { SignInForm } from '#components/account/sign-in-form.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { safeNext } from '#lib/contract/market/safe-next.ts'
import { isGitHubConfigured } from '#lib/session/auth-options.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { signIn } from './actions.ts'
import { sentenceFor } from './provider-errors.ts'

export const metadata: Metadata = { title: 'Sign in' }

type Props = {
  searchParams: Promise<{ next?: string; callbackUrl?: string; error?: string; reset?: string }>
}

export default async function SignInPage({ searchParams }: Props) {
  const asked = await searchParams
  const next = safeNext(asked.next)
  const { viewer } = await contextFromCookie()
  if (viewer) redirect(next)
  const error = sentenceFor(asked.error)

  return (
    <AuthFrame
      title="Sign in"
      below={
        <>
          New here?{' '}
          <Link href={paths.signUp(next)} className="text-primary underline underline-offset-4">
            Create an account
          </Link>
        </>
      }
    >
      {error && <Alert variant="destructive">{error}</Alert>}
      {asked.reset && <Alert variant="success">Your new password is set. Sign in with it.</Alert>}
      <SignInForm signIn={signIn} next={next} />
      {isGitHubConfigured() && <GitHubButton next={next} />}
      <details className="text-muted-foreground text-sm">
        <summary className="w-fit rounded-sm hover:text-foreground">Forgot your password?</summary>
        <p className="pt-2">
          Ask the operator of this Guildhall for a reset link. They create one with{' '}
          <code className="[overflow-wrap:anywhere]">npm run cli -- reset-link --email you@example.com</code>.
        </p>
      </details>
    </AuthFrame>
  )
}
