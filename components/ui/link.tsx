'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link to a page of the site, fetched ahead when somebody is about to follow it.
 *
 * By itself the framework fetches every link that scrolls into view: two dozen pages for one of the catalogue, each
 * drawn on the server for nobody. A pointer or the focus on a link says enough, and early enough.
 */
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
