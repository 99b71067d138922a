import { BadgeCheck } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'

type PublisherNameProps = { handle: string; name?: string; verified: boolean; className?: string }

/** A publisher, linked, with the mark an admin gives to those it knows. */
export function PublisherName({ handle, name = handle, verified, className }: PublisherNameProps) {
  return (
    <span className={cn('inline-flex min-w-0 items-center gap-1', className)}>
      <Link href={paths.publisher(handle)} className="truncate underline-offset-4 hover:underline">
        {name}
      </Link>
      {verified && <VerifiedMark />}
    </span>
  )
}

export function VerifiedMark({ className }: { className?: string }) {
  return (
    <span title="Verified: an admin knows who this publisher is" className="inline-flex shrink-0">
      <BadgeCheck className={cn('size-4 text-primary', className)} aria-hidden />
      <span className="sr-only">verified publisher</span>
    </span>
  )
}
