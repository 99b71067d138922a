import { paths } from '#lib/contract/market/paths.ts'
import type { Receipt } from '#lib/execution/receipt.ts'
import { HashLine } from '../contract/hash-line.tsx'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'

const DECISIONS = {
  free: { word: 'Free', variant: 'neutral' },
  held: { word: 'Reserved', variant: 'info' },
  charged: { word: 'Charged', variant: 'success' },
  released: { word: 'Not charged', variant: 'neutral' },
  refunded: { word: 'Refunded', variant: 'neutral' },
} as const satisfies Record<Receipt['decision'], { word: string; variant: BadgeVariant }>

/** What the run cost and why, and what it was of. */
export function RunReceipt({ receipt }: { receipt: Receipt }) {
  const { decision, putAside, charged, refundedAtMs, reason, inputDigest, outputDigest } = receipt
  const { word, variant } = DECISIONS[decision]
  return (
    <section aria-labelledby="receipt" className="grid gap-2 border-border border-t pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="receipt" className="font-semibold text-sm">
          Receipt
        </h2>
        {decision !== 'free' && (
          <Link href={paths.wallet} className="text-sm underline underline-offset-4">
            Wallet
          </Link>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge variant={variant}>{word}</Badge>
        {decision !== 'free' && (
          <span className="tabular-nums">{charged === '0' ? putAside : charged} USDC</span>
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
      <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
        The digests are SHA-256 fingerprints of the recorded JSON (canonical form, RFC 8785): anyone who has
        the same input or output can verify that it belongs to this run.
      </p>
      <dl className="grid gap-1">
        <HashLine name="Input digest" hash={inputDigest} />
        {outputDigest && <HashLine name="Output digest" hash={outputDigest} />}
      </dl>
    </section>
  )
}
