import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import type { Receipt } from '#lib/runs/views/receipt.ts'
import type { RunPage } from '#lib/runs/views/run-view.ts'
import { HashLine } from '../contracts/contract-view.tsx'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'

const DECISIONS = {
  free: { label: 'Free', variant: 'neutral' },
  held: { label: 'Reserved', variant: 'info' },
  charged: { label: 'Charged', variant: 'success' },
  released: { label: 'Not charged', variant: 'neutral' },
  refunded: { label: 'Refunded', variant: 'neutral' },
} as const satisfies Record<Receipt['decision'], { label: string; variant: BadgeVariant }>

export function RunReceipt({ receipt }: { receipt: Receipt }) {
  const {
    decision,
    reserved,
    charged,
    refundedAtMs,
    reason,
    inputDigest,
    outputDigest,
    packagesDigest,
    keys,
  } = receipt
  const { label, variant } = DECISIONS[decision]
  return (
    <section aria-labelledby="receipt" className="grid gap-2 border-border border-t pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="receipt" className="font-semibold text-sm">
          Receipt
        </h2>
        {decision !== 'free' && (
          <TextLink href={paths.wallet} className="text-sm">
            Wallet
          </TextLink>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge variant={variant}>{label}</Badge>
        {decision !== 'free' && (
          <span className="tabular-nums">{charged === '0' ? reserved : charged} USDC</span>
        )}
        <span className="text-muted-foreground">
          {reason}
          {refundedAtMs !== undefined && (
            <>
              {' '}
              Refunded in full on <Time at={refundedAtMs} style="day" />.
            </>
          )}
        </span>
      </p>
      {keys && (
        <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          Called with the API key {keys.join(' → ')}.
        </p>
      )}
      <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
        The digests are SHA-256 hashes of the recorded JSON in canonical form (RFC 8785). Anyone with the same
        input or output can verify that it belongs to this run.
      </p>
      <dl className="grid gap-1">
        <HashLine name="Input digest" hash={inputDigest} />
        {outputDigest && <HashLine name="Output digest" hash={outputDigest} />}
        {packagesDigest && <HashLine name="Packages digest" hash={packagesDigest} />}
      </dl>
    </section>
  )
}

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
          <TextLink href={href} className="text-sm">
            View
          </TextLink>
        )}
      </div>
      <dl className="grid gap-1">
        <HashLine name="Contract hash" hash={contractHash} />
        {permissionsHash && <HashLine name="Permissions hash" hash={permissionsHash} />}
      </dl>
    </section>
  )
}
