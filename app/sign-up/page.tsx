import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { GitHubButton } from '#components/account/github-button.tsx'
import { SignUpForm } from '#components/account/sign-up-form.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { safeNext } from '#lib/contract/market/safe-next.ts'
import { isGitHubConfigured } from '#lib/session/auth-options.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { signUp } from './actions.ts'

export const metadata: Metadata = { title: 'Sign up' }

type Props = { searchParams: Promise<{ next?: string }> }

export default async function SignUpPage({ searchParams }: Props) {
  const next = safeNext((await searchParams).next)
  const { viewer } = await contextFromCookie()
  if (viewer) redirect(next)

  return (
    <AuthFrame
      title="Create an account"
      description="Run skills, keep what you ran, and publish your own."
      below={
        <>
          Have an account?{' '}
          <Link href={paths.signIn(next)} className="text-primary underline underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm signUp={signUp} next={next} />
      {isGitHubConfigured() && <GitHubButton next={next} />}
    </AuthFrame>
  )
}
