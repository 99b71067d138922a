import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { Logo } from '../shell/logo.tsx'
import { PageContent } from '../shell/page.tsx'
import { LinkButton } from '../ui/button.tsx'

type AuthFrameProps = { title: string; description?: ReactNode; children: ReactNode; below?: ReactNode }

export function AuthFrame({ title, description, children, below }: AuthFrameProps) {
  return (
    <PageContent width="narrow" className="grid grid-cols-1 gap-6 py-12 sm:py-20">
      <div className="grid justify-items-center gap-3 text-center">
        <Logo className="size-10" />
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        {description && <p className="text-pretty text-muted-foreground text-sm">{description}</p>}
      </div>
      <div className="grid grid-cols-1 gap-5 rounded-xl border border-border bg-card p-6 shadow-xs">
        {children}
      </div>
      {below && <div className="text-center text-muted-foreground text-sm">{below}</div>}
    </PageContent>
  )
}

export function SignInFirst({ here }: { here: string }) {
  return (
    <>
      <p className="text-sm">Sign in to continue. You will return to this page.</p>
      <LinkButton href={paths.signIn(here)}>Sign in</LinkButton>
      <LinkButton href={paths.signUp(here)} variant="outline">
        Create an account
      </LinkButton>
    </>
  )
}
