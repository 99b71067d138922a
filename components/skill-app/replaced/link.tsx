/** A frame has no pages: `skill-app.tsx` passes the address of a link that is clicked to the host. Replaces `next/link`. */
import type { ComponentProps } from 'react'

export default function Link({ prefetch: _, ...props }: ComponentProps<'a'> & { prefetch?: unknown }) {
  return <a {...props}>{props.children}</a>
}
