import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'
import { Skeleton } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const WIDTHS = {
  narrow: 'max-w-md',
  reading: 'max-w-3xl',
  normal: 'max-w-6xl',
  wide: 'max-w-[96rem]',
  full: 'max-w-[144rem]',
}

type PageProps = { children: ReactNode; width?: keyof typeof WIDTHS; className?: string }

export function PageContent({ children, width = 'normal', className }: PageProps) {
  return (
    <div className={cn('mx-auto w-full px-4 py-8 sm:px-6 sm:py-10', WIDTHS[width], className)}>
      {children}
    </div>
  )
}

export function PageSkeleton({ title }: { title: string }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageHeader title={title} />
      <p className="sr-only" role="status">
        Loading
      </p>
      <Skeleton className="h-28 rounded-lg" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Skeleton className="hidden h-64 rounded-lg lg:block" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  )
}
