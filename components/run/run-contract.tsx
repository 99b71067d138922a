import { skillNamePath } from '#lib/contract/market/paths.ts'
import type { RunPage } from '#lib/execution/run-view.ts'
import { HashLine } from '../contract/hash-line.tsx'
import { Link } from '../ui/link.tsx'

/** The contract a run was held to, by its fingerprints. */
export function RunContract({ page: { run, skill } }: { page: RunPage }) {
  const { contractHash, skillName, versionNumber, mode } = run
  const permissionsHash = run.permissionsHash ?? skill?.permissionsHash
  const href = `${skillNamePath(skillName)}?version=${encodeURIComponent(versionNumber)}#contract`
  return (
    <section aria-labelledby="contract-of-run" className="grid gap-2 border-border border-t pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="contract-of-run" className="font-semibold text-sm">
          Contract
        </h2>
        {mode === 'production' && (
          <Link href={href} className="text-sm underline underline-offset-4">
            View
          </Link>
        )}
      </div>
      <dl className="grid gap-1">
        <HashLine name="Contract hash" hash={contractHash} />
        {permissionsHash && <HashLine name="Permissions hash" hash={permissionsHash} />}
      </dl>
    </section>
  )
}
