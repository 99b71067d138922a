'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/** Prefetches on hover or focus: Next would prefetch every visible link, two dozen renders per catalogue page. */
export function Link(props: ComponentProps<typeof NextLink>) {
  const [shouldPrefetch, setShouldPrefetch] = useState(false)
  return (
    <NextLink
      prefetch={shouldPrefetch ? null : false}
      {...props}
      onPointerEnter={(event) => {
        setShouldPrefetch(true)
        props.onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setShouldPrefetch(true)
        props.onFocus?.(event)
      }}
    />
  )
}
