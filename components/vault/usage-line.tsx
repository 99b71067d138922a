/** How full the vault is. */

import { sizeWords } from '#lib/contract/market/size-words.ts'
import type { VaultUsage } from '#lib/vault/usage.ts'

export function UsageLine({ usedBytes, quotaBytes, fileCount }: VaultUsage) {
  const share = Math.min(1, usedBytes / quotaBytes)
  return (
    <div className="grid gap-1 text-muted-foreground text-xs">
      <p className="flex justify-between gap-2">
        <span>
          {sizeWords(usedBytes)} of {sizeWords(quotaBytes)} used
        </span>
        <span>{fileCount === 1 ? '1 entry' : `${fileCount} entries`}</span>
      </p>
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-border">
        <div
          className={share > 0.9 ? 'h-full bg-destructive' : 'h-full bg-primary'}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
