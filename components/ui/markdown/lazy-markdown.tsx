'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import type { Markdown } from './markdown.tsx'
import { plainMarkdown } from './plain-markdown.ts'

const Loaded = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** Loads the parser, 45 KiB, with the first text. */
export function LazyMarkdown(props: Omit<ComponentProps<typeof Markdown>, 'read'>) {
  return (
    <Suspense
      fallback={<p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{plainMarkdown(props.text)}</p>}
    >
      <Loaded {...props} />
    </Suspense>
  )
}
