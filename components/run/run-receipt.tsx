import { paths } from '#lib/contract/market/paths.ts'
import type { Receipt } from '#lib/execution/receipt.ts'
import { HashLine } from '../contract/hash-line.tsx'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'

const DECISIONS = {
  free: { word: 'Free', variant: 'neutral' },
  held: { word: 'Put aside', variant: 'info' },
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
              All of it was given back on <Time at={refundedAtMs} style="day" />.
            </>
          )}
        </span>
      </p>
      <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
        The digests are fingerprints of the recorded JSON (SHA-256 of its canonical form, RFC 8785): the same
        value has the same digest, so anyone who has it can check that this run was of it.
      </p>
      <dl className="grid gap-1">
        <HashLine name="Digest of the input" hash={inputDigest} />
        {outputDigest && <HashLine name="Digest of the output" hash={outputDigest} />}
      </dl>
    </section>
  )
}
