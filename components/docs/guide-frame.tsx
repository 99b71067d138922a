import { ChevronDown, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { cn } from '../ui/cn.ts'
import { Input } from '../ui/forms/input.tsx'
import { Link } from '../ui/link.tsx'
import { type GuidePage, guideGroups, guidePages } from './guide.ts'

type GuideFrameProps = {
  page: GuidePage | null
  query?: string
  children: ReactNode
}

export function GuideFrame({ page, query = '', children }: GuideFrameProps) {
  return (
    <div className="lg:mx-auto lg:grid lg:max-w-6xl lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:px-4">
      <div className="border-border border-b lg:sticky lg:top-(--header-height) lg:max-h-[calc(100dvh-var(--header-height))] lg:overflow-y-auto lg:border-b-0 lg:py-9">
        <SearchField query={query} />
        <nav aria-label="Documentation">
          {/* So that the list closes after navigation. */}
          <details key={page?.name ?? 'search'} className="group lg:hidden">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 text-sm sm:px-6 [&::-webkit-details-marker]:hidden">
              <span>
                <span className="text-muted-foreground">Page: </span>
                <span className="font-medium">{page?.title ?? 'Search'}</span>
              </span>
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
              />
            </summary>
            <Entries current={page} className="px-2 pb-3 sm:px-4" />
          </details>
          <Entries current={page} className="max-lg:hidden" />
        </nav>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function SearchField({ query }: { query: string }) {
  return (
    <search className="block px-4 pt-3 sm:px-6 lg:px-1 lg:pt-1 lg:pb-4">
      <form action={paths.docsSearch} className="relative">
        <Search aria-hidden className="absolute top-2.5 left-2.5 size-4 text-muted-foreground" />
        <Input
          type="search"
          name="q"
          aria-label="Search the documentation"
          placeholder="Search the docs"
          defaultValue={query}
          maxLength={200}
          required
          className="pl-8"
        />
      </form>
    </search>
  )
}

function Entries({ current, className }: { current: GuidePage | null; className: string }) {
  const [overview] = guidePages()
  return (
    <div className={cn('grid gap-4', className)}>
      <ul>
        {overview && <Entry page={overview} title="Overview" isCurrent={overview.name === current?.name} />}
      </ul>
      {guideGroups().map(({ title, pages }) => (
        <div key={title} className="grid gap-1">
          <p className="px-2.5 font-medium text-muted-foreground text-xs">{title}</p>
          <ul
            aria-label={title}
            className="grid gap-0.5 max-lg:grid-cols-2 max-lg:gap-x-2 sm:max-lg:grid-cols-3"
          >
            {pages.map((page) => (
              <Entry key={page.name} page={page} title={page.title} isCurrent={page.name === current?.name} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Entry({ page, title, isCurrent }: { page: GuidePage; title: string; isCurrent: boolean }) {
  return (
    <li>
      <Link
        href={page.href}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex min-h-8 items-center rounded-md px-2.5 py-1 text-sm -outline-offset-2 transition-colors hover:bg-muted max-lg:min-h-11',
          isCurrent ? 'bg-accent font-medium text-accent-foreground hover:bg-accent' : 'text-foreground/85',
        )}
      >
        {title}
      </Link>
    </li>
  )
}
