import { cn } from './cn.ts'
import { Link } from './link.tsx'

type Tab = { label: string; href: string; isHere: boolean; count?: number }

/** Tabs that are links: each shows the same page with another query. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="border-border border-b">
      <ul className="-mb-px flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={tab.isHere ? 'page' : undefined}
              className={cn(
                'inline-flex h-10 items-center gap-2 border-transparent border-b-2 px-3 font-medium text-muted-foreground text-sm transition-colors -outline-offset-2 hover:text-foreground',
                tab.isHere && 'border-primary text-foreground',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">
                  {tab.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
