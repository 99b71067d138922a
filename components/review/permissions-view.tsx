/** What a submission may touch and do, in the sentences users will agree to. */
import type { PermissionChange } from '#lib/review/views.ts'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'

// biome-ignore format: a table reads in rows
const MARKS = {
  new:  { label: 'new',       variant: 'warning' },
  gone: { label: 'removed',   variant: 'neutral' },
  same: { label: 'as before', variant: 'neutral' },
} as const satisfies Record<PermissionChange['mark'], { label: string; variant: BadgeVariant }>

export function PermissionsView({ permissions }: { permissions: PermissionChange[] }) {
  if (permissions.length === 0) {
    return (
      <p className="text-muted-foreground text-sm">
        It only computes from its input: no host, no secret, no tool, no file, no other skill, and it changes
        nothing.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {permissions.map(({ sentence, mark, isGrave }) => (
        <li
          key={`${mark} ${sentence}`}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 text-sm"
        >
          <span className="w-20 shrink-0">
            <Badge variant={isGrave ? 'destructive' : MARKS[mark].variant}>{MARKS[mark].label}</Badge>
          </span>
          <span
            className={cn(
              'min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]',
              mark === 'gone' && 'text-muted-foreground line-through',
              isGrave && 'font-medium text-destructive',
            )}
          >
            {sentence}
          </span>
        </li>
      ))}
    </ul>
  )
}
