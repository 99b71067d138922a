import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { ProviderButtons } from '#components/account/provider-buttons.tsx'
import { SignUpForm } from '#components/account/sign-in-forms.tsx'
import { Link } from '#components/ui/link.tsx'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { externalProviders } from '#lib/session/next-auth/auth-options.ts'
import { paths } from '#lib/site/paths.ts'
import { safeNext } from '#lib/site/safe-next.ts'
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
      description="Run skills, save your results and publish your own."
      below={
        <>
          Already have an account?{' '}
          <Link href={paths.signIn(next)} className="text-primary underline underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm signUp={signUp} next={next} />
      <ProviderButtons providers={externalProviders()} next={next} />
    </AuthFrame>
  )
}
