import { Skeleton } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

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
