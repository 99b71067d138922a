import { parseMicros } from '#lib/kernel/money.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import type { Quote } from '#lib/runs/prepare/quote-run.ts'
import { formatDuration } from '../../output/format-duration.ts'
import { Usdc } from '../../ui/amount.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type PriceNoteProps = {
  quote: Quote
  isSignedIn: boolean
  /** An error beside the form says already that the balance is too low. */
  hidesLowBalance?: boolean
}

export function PriceNote({ quote, isSignedIn, hidesLowBalance = false }: PriceNoteProps) {
  const usual = describeTypicalRun(quote)
  if (quote.terms === 'free' && quote.price === '0' && !usual) return null
  return (
    <div className="mt-4 grid gap-1 border-border border-t pt-3 text-muted-foreground text-xs">
      {quote.price !== '0' && (
        <Cost quote={quote} isSignedIn={isSignedIn} hidesLowBalance={hidesLowBalance} />
      )}
      {quote.terms === 'own' && <p>Free for you: your organisation publishes this skill.</p>}
      {usual && <p>{usual}</p>}
    </div>
  )
}

function Cost({
  quote: { price, priceOfCalls, perItem, balance },
  isSignedIn,
  hidesLowBalance,
}: PriceNoteProps) {
  const isShort = !hidesLowBalance && balance !== undefined && parseMicros(balance) < parseMicros(price)
  return (
    <>
      <p>
        <strong className="font-medium text-foreground">
          {perItem
            ? `${perItem.amount} USDC per item, at most ${price} USDC per run`
            : `${price} USDC per run`}
        </strong>
        {perItem && `, for each item of ${perItem.list} in the result`}
        {priceOfCalls !== '0' && `, of which up to ${priceOfCalls} for the skills it calls`}. You pay only for
        a result that matches the contract. If the run fails, is cancelled or only partly succeeds,{' '}
        {priceOfCalls === '0'
          ? 'you are not charged.'
          : 'its own price is not charged. You pay for each skill that succeeds and delivers its output, even if the run that called it fails later.'}
      </p>
      {isSignedIn && balance !== undefined && (
        <p className={isShort ? 'text-destructive' : undefined}>
          {isShort ? 'Your balance is too low:' : 'Wallet balance:'}{' '}
          <TextLink href={paths.wallet}>
            <Usdc value={balance} />
          </TextLink>
          .{isShort && ' Open the wallet to request credit.'}
        </p>
      )}
    </>
  )
}

/** "Typically takes 40 ms (95% of runs: up to 120 ms) and returns about 2 KB." */
function describeTypicalRun({ durationMs, outputBytes }: Quote): string | undefined {
  if (durationMs.p50 === null || durationMs.p95 === null) return undefined
  const [usual, nearlyAlways] = [formatDuration(durationMs.p50), formatDuration(durationMs.p95)]
  const time = `Typically takes ${usual}${nearlyAlways === usual ? '' : ` (95% of runs: up to ${nearlyAlways})`}`
  return outputBytes.p50 === null ? `${time}.` : `${time} and returns about ${formatBytes(outputBytes.p50)}.`
}

type DryRunSwitchProps = {
  /** The price of a dry run in decimal USDC; null if the skill does not support dry runs. */
  price: string | null
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function DryRunSwitch({ price, isOn, onChange }: DryRunSwitchProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Switch
        id="dry-run"
        checked={isOn}
        disabled={price === null}
        aria-describedby="dry-run-note"
        onCheckedChange={onChange}
      />
      <Label htmlFor="dry-run">Dry run</Label>
      <span id="dry-run-note" className="text-muted-foreground text-xs">
        {describeDryRun(price)}
      </span>
    </div>
  )
}

function describeDryRun(price: string | null): string {
  if (price === null) return 'Not available: this paid skill does not support dry runs.'
  return `${price === '0' ? 'Free' : `${price} USDC`}. The skill is asked not to change anything.`
}
