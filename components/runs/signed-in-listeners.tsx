'use client'

import { lazy, Suspense } from 'react'

const BackgroundRuns = lazy(async () => ({
  default: (await import('./background-runs.tsx')).BackgroundRuns,
}))
const PageCommands = lazy(async () => ({
  default: (await import('../command-palette/page-commands.tsx')).PageCommands,
}))
const FocusGuard = lazy(async () => ({
  default: (await import('../shell/focus-guard.tsx')).FocusGuard,
}))

/** What only signed-in people need on every page; visitors do not load it. */
export function SignedInListeners() {
  return (
    <Suspense>
      <BackgroundRuns />
      <PageCommands />
      <FocusGuard />
    </Suspense>
  )
}
