import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'
import { PageHeader, type PageHeaderProps } from '../ui/page-header.tsx'

const WIDTHS = {
  narrow: 'max-w-md',
  reading: 'max-w-3xl',
  normal: 'max-w-6xl',
  wide: 'max-w-[96rem]',
  full: 'max-w-[144rem]',
}

type PageProps = { children: ReactNode; width?: keyof typeof WIDTHS | undefined; className?: string }

/** The header of the site is as wide as a wide page, by `data-page-width` in `globals.css`. */
export function PageContent({ children, width = 'normal', className }: PageProps) {
  return (
    <div
      data-page-width={width}
      className={cn('mx-auto w-full px-4 py-8 sm:px-6 sm:py-10', WIDTHS[width], className)}
    >
      {children}
    </div>
  )
}

export function Page({ children, width, className, ...header }: PageProps & PageHeaderProps) {
  return (
    <PageContent width={width} className={cn('grid grid-cols-1 gap-6', className)}>
      <PageHeader {...header} />
      {children}
    </PageContent>
  )
}
