import type { ShareLine } from '#lib/execution/run-view.ts'
import { SHARE_MEANS, type ShareActions, ShareLinks } from './share-links.tsx'

/** Links through which anybody can read this run, and nothing else. */
export function ShareBox(props: ShareActions & { shares: ShareLine[] }) {
  return (
    <section
      aria-labelledby="share"
      className="grid gap-3 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
    >
      <div>
        <h2 id="share" className="font-semibold text-sm">
          Share
        </h2>
        <p className="text-muted-foreground text-sm">{SHARE_MEANS}</p>
      </div>
      <ShareLinks {...props} />
    </section>
  )
}
