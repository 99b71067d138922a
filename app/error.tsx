'use client'

import { CloudAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'

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
    <DeadEnd
      heading="Something went wrong"
      headingRef={heading}
      icon={CloudAlert}
      title="Something went wrong on our side"
      action={<Button onClick={reset}>Try again</Button>}
    >
      Try again in a moment. If the problem persists, contact a site admin
      {error.digest ? (
        <>
          {' '}
          and include the reference <code>{error.digest}</code>.
        </>
      ) : (
        '.'
      )}
    </DeadEnd>
  )
}
