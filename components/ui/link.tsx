'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/** Prefetches on hover or focus: Next would prefetch every visible link, two dozen renders per catalogue page. */
export function Link(props: ComponentProps<typeof NextLink>) {
  const [isWanted, setWanted] = useState(false)
  return (
    <NextLink
      prefetch={isWanted ? null : false}
      {...props}
      onPointerEnter={(event) => {
        setWanted(true)
        props.onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setWanted(true)
        props.onFocus?.(event)
      }}
    />
  )
}
