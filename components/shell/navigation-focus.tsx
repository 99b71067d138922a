'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * Focuses a page's heading after navigation: Next leaves the focus on the link, or on the body if the link is gone. A
 * page can move the focus into its content.
 */
export function NavigationFocus() {
  const path = usePathname()
  const query = useSearchParams().toString()
  const previous = useRef({ path, query })
  useEffect(() => {
    const before = previous.current
    previous.current = { path, query }
    if (before.path !== path) focusHeading(true)
    else if (before.query !== query) focusHeading(false)
  }, [path, query])
  return null
}

function focusHeading(isNewPage: boolean) {
  const { activeElement } = document
  const main = document.getElementById('main')
  const heading = main?.querySelector('h1')
  // A heading for screen readers alone would show no ring.
  const target = heading && heading.offsetWidth > 1 ? heading : main
  if (!target) return
  const isLost = activeElement?.contains(target)
  const isOutside = isNewPage && !main?.contains(activeElement)
  if (!isLost && !isOutside) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
