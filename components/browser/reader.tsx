/** What the server knows of the reader, so that the first page is written as the browser would write it. */
'use client'

import { createContext, type ReactNode, use } from 'react'

export type Reader = {
  /** From Accept-Language; undefined if it names none that Intl knows. */
  locale?: string | undefined
  /** The time zone that the browser stored; undefined on the first visit. */
  zone?: string | undefined
  /** When the server wrote the page; undefined without a page, as in a test. */
  nowMs?: number | undefined
  isApple?: boolean | undefined
}

const ReaderContext = createContext<Reader>({})

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext value={reader}>{children}</ReaderContext>
}

export function useReader(): Reader {
  return use(ReaderContext)
}
