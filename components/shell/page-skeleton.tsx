import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A page whose title is known and whose content is still being made; the title stays where it will be. */
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
