import { Page } from '#components/shell/page.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** The heading and the cards that every settings page begins with, in their places. */
export default function SettingsLoading() {
  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="grid gap-2">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-6 w-full max-w-md" />
      </div>
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </Page>
  )
}
