'use client'

import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { LinkButton } from '../../../ui/button.tsx'

type NextInQueueProps = { next: { id: string; title: string } | null }

/** Replaces the buttons of the decision once it is made, and takes their focus. */
export function NextInQueue({ next }: NextInQueueProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // True after a decision on an open page. A page that loads with a decision keeps the focus where it is.
  const [isMountedAfterLoad] = useState(
    () => typeof document !== 'undefined' && document.readyState === 'complete',
  )
  useEffect(() => {
    // Leaves the focus where the reviewer has put it, for example in a field.
    const isFree = document.activeElement?.matches('body, [tabindex="-1"]')
    if (isMountedAfterLoad && isFree) link.current?.focus({ preventScroll: true })
  }, [isMountedAfterLoad])
  return (
    <nav
      aria-label="Queue"
      data-sticky="bottom"
      className="sticky bottom-0 z-20 -mx-4 mt-10 flex justify-end border-border border-t bg-background/95 px-4 py-3 backdrop-blur-sm sm:-mx-6 sm:px-6"
    >
      <LinkButton href={next ? paths.submission(next.id) : paths.review} variant="outline" ref={link}>
        {next ? `Next: ${next.title}` : 'Nothing else is waiting: back to the queue'}
        <ArrowRight aria-hidden />
      </LinkButton>
    </nav>
  )
}
