'use client'

import { CloudAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'

/** What a page shows when it could not be made. The digest is in the server's log beside the cause. */
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
      Try again in a moment. If it keeps happening, tell the operator of this Guildhall
      {error.digest ? (
        <>
          {' '}
          and quote <code>{error.digest}</code>.
        </>
      ) : (
        '.'
      )}
    </DeadEnd>
  )
}
