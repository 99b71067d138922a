import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** Above a title: the page that this one belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 underline-offset-4 hover:text-foreground hover:underline"
    >
      <ArrowLeft className="size-3.5 shrink-0" aria-hidden />
      {children}
    </Link>
  )
}
