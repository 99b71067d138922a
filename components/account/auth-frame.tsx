import type { ReactNode } from 'react'
import { Logo } from '../shell/logo.tsx'
import { Page } from '../shell/page.tsx'

type AuthFrameProps = { title: string; description?: ReactNode; children: ReactNode; below?: ReactNode }

/** The narrow card that sign-in, sign-up, reset and joining share. */
export function AuthFrame({ title, description, children, below }: AuthFrameProps) {
  return (
    <Page width="narrow" className="grid grid-cols-1 gap-6 py-12 sm:py-20">
      <div className="grid justify-items-center gap-3 text-center">
        <Logo className="size-10" />
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        {description && <p className="text-pretty text-muted-foreground text-sm">{description}</p>}
      </div>
      <div className="grid grid-cols-1 gap-5 rounded-xl border border-border bg-card p-6 shadow-xs">
        {children}
      </div>
      {below && <div className="text-center text-muted-foreground text-sm">{below}</div>}
    </Page>
  )
}
