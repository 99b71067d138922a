'use client'

import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'

/** The page shown after a failure. It uses no shared components, because every page loads it. */
export default function PageFailed({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-24 text-center">
      <h1 ref={heading} tabIndex={-1} className="rounded-sm font-semibold text-2xl tracking-tight">
        Something went wrong on our side
      </h1>
      <p className="text-pretty text-muted-foreground">
        Try again in a moment. If the problem persists, contact a site admin
        {error.digest ? (
          <>
            {' '}
            and include the reference <code>{error.digest}</code>.
          </>
        ) : (
          '.'
        )}
      </p>
      <Button onClick={reset}>Try again</Button>
    </div>
  )
}
